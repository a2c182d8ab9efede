/**
 * The benches that end within minutes, one after another: each figure beside its reference. If no ratio is worse than
 * the one in docs/figures.json by more than 15%, the new figures and the README's table are written; else nothing is,
 * and the exit code is 1. Where the API's time goes is written to bench/flames either way. On an idle machine with nginx
 * and wrk (apt-get install nginx-light wrk), about 10 minutes:
 *   npm run bench
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { figuresFile, readFigures } from './keep.ts'

const allowed = 0.15

type Values = Record<string, number>
interface Judged {
  bench: string
  args?: string[]
  ratios: Record<string, { of: (values: Values) => number; better: 'more' | 'less' }>
}

/** A value by name; NaN if the bench didn't keep it, which no comparison allows. */
const at = (name: string, reference?: string) => (values: Values) =>
  (values[name] ?? Number.NaN) / (reference === undefined ? 1 : (values[reference] ?? Number.NaN))
const more = (of: (values: Values) => number) => ({ of, better: 'more' }) as const
const less = (of: (values: Values) => number) => ({ of, better: 'less' }) as const

const benches: Judged[] = [
  {
    bench: 'segments',
    ratios: {
      'segments of 3 MB, to nginx': more(at('largeRatio')),
      'segments of 300 kB, to nginx': more(at('smallRatio')),
    },
  },
  {
    bench: 'playable',
    ratios: {
      'last byte to playable, 10 minutes': less(at('tenMinutesSeconds', 'tenMinutesReferenceSeconds')),
    },
  },
  {
    bench: 'telemetry',
    ratios: { 'telemetry of an hour, to plain reading': less(at('firstSeconds', 'plainSeconds')) },
  },
  { bench: 'ladder', ratios: { 'ladder, CPU to one bare ffmpeg': less(at('cpuRatio')) } },
  { bench: 'analysis', ratios: { 'analysis, CPU to a decode': less(at('cpuRatio')) } },
  {
    bench: 'start',
    args: ['--starts', '3', '--idle', '5'],
    ratios: {
      'start, CPU to bare Fastify': less(at('cpuSeconds', 'bareCpuSeconds')),
      'memory after a start, to bare Fastify': less(at('megabytes', 'bareMegabytes')),
    },
  },
  {
    bench: 'api',
    args: ['--seconds', '1'],
    ratios: {
      'slowest call, to bare Fastify': more(at('leastRatio')),
      'middle call, to bare Fastify': more(at('middleRatio')),
    },
  },
]

async function run(bench: string, args: string[] = [], file = ''): Promise<void> {
  console.log(`\n— ${bench}`)
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `${bench}.ts`), ...args], {
    stdio: 'inherit',
    env: { ...process.env, KEEP_FIGURES: file },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`bench/${bench}.ts ended with ${code}`)
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-all-'))
try {
  const file = path.join(folder, 'figures.json')
  await copyFile(figuresFile, file)
  for (const { bench, args } of benches) await run(bench, args, file)
  await run('api', [
    '--seconds',
    '1',
    '--rounds',
    '1',
    '--flame',
    path.join(import.meta.dirname, 'flames', 'api.txt'),
  ])
  const [before, now] = [await readFigures(), await readFigures(file)]
  console.log(`\n${'ratio'.padEnd(42)}${'kept'.padStart(8)}${'now'.padStart(8)}`)
  let worse = 0
  for (const { bench, ratios } of benches)
    for (const [name, { of, better }] of Object.entries(ratios)) {
      const [kept, measured] = [before, now].map(figures => of(figures[bench]?.values ?? {})) as [
        number,
        number,
      ]
      const holds = Number.isNaN(kept)
        ? measured > 0
        : better === 'more'
          ? measured >= kept * (1 - allowed)
          : measured <= kept * (1 + allowed)
      if (!holds) worse++
      const [was, is] = [kept, measured].map(value =>
        (Number.isNaN(value) ? '–' : value.toFixed(2)).padStart(8),
      )
      console.log(`${name.padEnd(42)}${was}${is}${holds ? '' : '  worse'}`)
    }
  if (worse === 0) {
    await copyFile(file, figuresFile)
    await run('readme')
  }
  process.exitCode = worse === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

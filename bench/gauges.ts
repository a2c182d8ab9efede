/**
 * Speed of rendering a clip with gauges, compared with the same clip without: 6 s of 1080p at 30 and at 60 frames a second,
 * wide and upright.
 *   node bench/gauges.ts [theme]
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Clip } from '#contract/clips.ts'
import type { GaugeRide } from '#contract/gauges/schemas.ts'
import { gaugeThemes } from '#contract/gauges/themes.ts'
import { renderFile } from '#server/clips/render-file.ts'
import { withCpuMeter } from '#server/core/media/cpu-meter.ts'
import { probeFile } from '#server/core/media/probe.ts'

const run = promisify(execFile)
const rounds = 3
const seconds = 6
/** minimum share of the speed without gauges */
const least = 0.8

const samples = (hz: number, at: (time: number) => number) => [
  { start: 0, hz, values: Array.from({ length: seconds * hz + 1 }, (_, i) => at(i / hz)) },
]

/** Everything that can be drawn, all of it moving. */
const ride: GaugeRide = {
  speed: samples(20, time => 12 + 8 * Math.sin(time)),
  g: samples(25, time => 1 + Math.abs(Math.sin(time * 7))),
  height: samples(4, time => 600 + 20 * Math.sin(time / 3)),
  flights: [1, 3].map(start => ({ start, end: start + 1.2 })),
  track: [
    Array.from({ length: 500 }, (_, i) => [
      (i / 500) * seconds,
      45 + 0.004 * Math.sin(i / 60) + 0.001 * Math.sin(i / 11),
      7 + 0.006 * Math.cos(i / 80),
    ]),
  ],
  profile: [Array.from({ length: 500 }, (_, i) => [(i / 500) * seconds, 600 + 30 * Math.sin(i / 50)])],
  topSpeed: 20,
  name: 'Bench Rider',
}

async function footage(folder: string, fps: number): Promise<string> {
  const file = path.join(folder, `${fps}.mp4`)
  await run('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=1920x1080:rate=${fps}:duration=${seconds}`],
    ...[
      '-vf',
      'noise=alls=12:allf=t',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-b:v',
      '12M',
      '-g',
      `${fps}`,
    ],
    ...['-pix_fmt', 'yuv420p', file],
  ])
  return file
}

/** Seconds on the clock, and of all processors: the second says the same on a busy machine. */
interface Cost {
  wall: number
  cpu: number
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

const theme = gaugeThemes.find(name => name === process.argv[2]) ?? 'dash'
const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-gauges-'))
let missed = false
try {
  for (const [fps, format] of [
    [30, 'wide'],
    [60, 'wide'],
    [30, 'vertical'],
  ] as [number, Clip['format']][]) {
    const file = await footage(folder, fps)
    const probe = await probeFile(file, 'mov')
    const parts = [
      { start: 0, end: seconds / 2, focus: [] },
      { start: seconds / 2, end: seconds, focus: [] },
    ]
    let files = 0
    const timed = async (gauges: boolean) => {
      const begun = performance.now()
      let cpu = 0
      const work = () =>
        renderFile(
          {
            ...{ file, probe, format, parts, folder, name: `${fps}-${format}-${files++}.mp4` },
            gauges: gauges ? { ride, choice: { theme, units: 'metric' } } : null,
          },
          { signal: new AbortController().signal, timeoutMs: 600_000, onStdout: pipe => void pipe.resume() },
        )
      await withCpuMeter(work, async used => {
        cpu = used
      })
      return { wall: (performance.now() - begun) / 1000, cpu }
    }
    const [bare, drawn]: [Cost[], Cost[]] = [[], []]
    for (let i = 0; i < rounds; i++) {
      bare.push(await timed(false))
      drawn.push(await timed(true))
    }
    const ratioOf = (kind: keyof Cost) =>
      median(bare.map(cost => cost[kind])) / median(drawn.map(cost => cost[kind]))
    const shown = (kind: keyof Cost) =>
      `${median(bare.map(cost => cost[kind])).toFixed(2)} s without gauges, ${median(drawn.map(cost => cost[kind])).toFixed(2)} s with: ${ratioOf(kind).toFixed(2)}`
    missed ||= ratioOf('cpu') < least
    console.log(
      `${fps} frames a second, ${format}, ${theme}, ${seconds} s: on the clock ${shown('wall')}; of the processors ${shown('cpu')} of the speed (at least ${least})`,
    )
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
if (missed) process.exitCode = 1

/**
 * Makes the landing page's example: renders a simulated ride, analyzes it, and cuts eight seconds around its best moment
 * with gauges burned in, all with the product's own code. Needs ffmpeg; painting takes 5 to 10 minutes.
 *   node scripts/pictures/landing-clip.ts [FILE]     FILE is kept and used the next time
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Evidence, Highlight } from '#contract/analysis.ts'
import { inputOf } from '#lab/evaluate/index.ts'
import { renderRide } from '#lab/ride/render.ts'
import { analyzeVideo } from '#server/analysis/analyze.ts'
import { shownTo, showsEverything } from '#server/analysis/private-places/shown.ts'
import { gaugeDataOf } from '#server/analysis/ride-data/gauge-ride.ts'
import { renderFile } from '#server/clips/render-file.ts'
import { probeFile } from '#server/core/media/probe.ts'
import { inWordsFor, standardWording } from '#server/core/sentences.ts'

const run = promisify(execFile)
const out = path.resolve(import.meta.dirname, '../../web/pages/landing/demo')
/** A UTV in the desert at sunset, with a jump of a second in its first moments. */
const wanted = {
  seed: 59,
  kind: 'ride',
  durationSeconds: 22,
  width: 832,
  height: 468,
  paintWidth: 832,
} as const
const clipSeconds = 8
/** In the air, where the speed, the airtime and the view are all in the picture. */
const posterAt = (best: Highlight) => (best.start + best.end) / 2

async function film(folder: string): Promise<string> {
  const file = process.argv[2] ? path.resolve(process.argv[2]) : path.join(folder, 'ride.mp4')
  if (!existsSync(file)) await renderRide({ ...wanted, telemetry: true, out: file })
  return file
}

const measuredIn = (evidence: readonly Evidence[], type: Evidence['type']): number => {
  const found = evidence.find(one => one.type === type)
  if (!found) throw new Error(`The best moment has no ${type}: choose another seed`)
  return Number(found.value.toFixed(1))
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-landing-'))
try {
  const file = await film(folder)
  const input = await inputOf(file)
  const { result, kept } = await analyzeVideo(input, () => {})
  const best = inWordsFor(result.highlights, standardWording).toSorted((a, b) => b.score - a.score)[0]
  if (!best) throw new Error('The ride has no highlight: choose another seed')
  const start = Math.max(
    0,
    Math.min(input.durationSeconds - clipSeconds, (best.start + best.end - clipSeconds) / 2),
  )
  const part = { start, end: start + clipSeconds, focus: [] }
  // Nobody lives on a simulated ride, so its map is shown from the start.
  const found = shownTo('own-clip', { runId: '', result, ride: kept.ride }, showsEverything)
  const { ride } = gaugeDataOf(found, kept.minutes, [part], 'Sam Ortega')
  if (!ride) throw new Error('The ride has no telemetry')
  const probe = await probeFile(file, 'mov')
  await renderFile(
    {
      ...{ file, probe, format: 'wide', parts: [part], folder, name: 'clip.mp4' },
      gauges: { ride, choice: { theme: 'trail', units: 'imperial' } },
    },
    { signal: new AbortController().signal, timeoutMs: 600_000, onStdout: pipe => void pipe.resume() },
  )
  const made = path.join(folder, 'clip.mp4')
  const small = ['-an', '-c:v', 'libx264', '-preset', 'slower', '-crf', '29', '-movflags', '+faststart']
  await run('ffmpeg', ['-v', 'error', '-y', '-i', made, ...small, path.join(out, 'clip.mp4')])
  const still = ['-ss', String(posterAt(best) - start), '-i', made, '-frames:v', '1', '-quality', '62']
  await run('ffmpeg', ['-v', 'error', '-y', ...still, path.join(out, 'poster.webp')])

  const { stepSeconds, values } = result.curve
  const from = Math.floor(start / stepSeconds)
  const measured = {
    duration: clipSeconds,
    clip: {
      start: Number((best.start - start).toFixed(2)),
      end: Number((best.end - start).toFixed(2)),
      score: Number(best.score.toFixed(2)),
      clipType: best.clipType,
    },
    airtimeSeconds: measuredIn(best.evidence, 'jump'),
    curve: {
      stepSeconds,
      values: values.slice(from, from + clipSeconds / stepSeconds + 1).map(value => Number(value.toFixed(2))),
    },
  }
  await writeFile(path.join(out, 'measured.json'), `${JSON.stringify(measured)}\n`)
  console.log(
    best.description,
    best.evidence.map(({ text }) => text),
  )
  for (const name of ['clip.mp4', 'poster.webp'])
    console.log(`${name}: ${Math.round((await stat(path.join(out, name))).size / 1024)} kB`)
} finally {
  await rm(folder, { recursive: true, force: true })
}

/**
 * Makes sample reels, to look at before and after a change of the renderer: six of simulated rides, and one of each
 * video that is named. They are rendered as the product renders them, then made small. Rides are kept in data/rides;
 * the first time takes several minutes.
 *   node bench/sample-reels.ts [--out data/reels] [--only 1,4] [VIDEO …]
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import type { GaugeTheme } from '#contract/gauges/themes.ts'
import { bestPlan } from '#contract/reels/best.ts'
import type { ReelPlan } from '#contract/reels/schemas.ts'
import { renderRide } from '#lab/ride/render.ts'
import type { RideKind } from '#lab/ride/truth.ts'
import { analyzeVideo } from '#server/analysis/analyze.ts'
import { shownTo, showsEverything } from '#server/analysis/private-places/shown.ts'
import { gaugeDataOf } from '#server/analysis/ride-data/gauge-ride.ts'
import { renderFile } from '#server/clips/render-file.ts'
import { type Probe, probeFile } from '#server/core/media/probe.ts'
import { streamsOf } from '#server/core/media/streams.ts'
import { inWordsFor, standardWording } from '#server/core/sentences.ts'
import { formatOf, recipeOf } from '#server/reels/rules.ts'

const run = promisify(execFile)

interface Sample {
  name: string
  /** a simulated ride; null: a file of its own */
  ride: { seed: number; kind: RideKind; seconds: number; world: 'plain' | 'wide' } | null
  plan: Pick<ReelPlan, 'title' | 'shape' | 'target' | 'music'> & { theme: GaugeTheme | null }
}

const ride = (seed: number, kind: RideKind, world: 'plain' | 'wide') => ({ seed, kind, seconds: 24, world })
const samples: Sample[] = [
  {
    name: '1-upright-trail',
    ride: ride(7, 'ride', 'wide'),
    plan: { title: 'Slickrock', shape: 'upright', target: 15, music: 'ridge', theme: 'trail' },
  },
  {
    name: '2-square-dash',
    ride: ride(12, 'ride', 'plain'),
    plan: { title: 'Saturday in the woods', shape: 'square', target: 15, music: 'dust', theme: 'dash' },
  },
  {
    name: '3-wide-paper',
    ride: ride(21, 'ride', 'wide'),
    plan: { title: '', shape: 'wide', target: 15, music: 'sprint', theme: 'paper' },
  },
  {
    name: '4-upright-bare',
    ride: ride(5, 'stabilized', 'plain'),
    plan: { title: 'First light', shape: 'upright', target: 15, music: 'dawn', theme: null },
  },
  {
    name: '5-upright-dash',
    ride: ride(33, 'vibration', 'wide'),
    plan: { title: '', shape: 'upright', target: 15, music: null, theme: 'dash' },
  },
  {
    name: '6-wide-trail',
    ride: ride(41, 'edited', 'plain'),
    plan: { title: 'The long way home', shape: 'wide', target: 15, music: 'ridge', theme: 'trail' },
  },
]

/** The film of a simulated ride, rendered unless it is there already. */
async function filmOf({ seed, kind, seconds, world }: NonNullable<Sample['ride']>): Promise<string> {
  const folder = path.resolve('data', 'rides')
  const film = path.join(folder, `sample-${kind}-${world}-${seed}-${seconds}s.mp4`)
  if (existsSync(film)) return film
  await mkdir(folder, { recursive: true })
  const out = `${film}.part.mp4`
  const picture = { width: 1280, height: 720, fps: 30, paintWidth: 480 }
  await renderRide({ seed, kind, world, durationSeconds: seconds, telemetry: true, ...picture, out })
  await rename(out, film)
  return film
}

/** What the analysis finds in a film, and what it keeps of its telemetry. */
async function analyzed(file: string, probe: Probe) {
  const { video, durationSeconds } = probe
  const { size } = await stat(file)
  return analyzeVideo(
    {
      path: file,
      durationSeconds,
      width: video.width,
      height: video.height,
      fps: video.fps,
      streams: streamsOf(probe),
      hasBFrames: video.hasBFrames,
      codec: video.codec,
      sizeBytes: size,
    },
    () => undefined,
  )
}

/** The best of a ride; three stretches of one in which nothing was found. */
function planOf(
  { plan: { theme, ...wanted } }: Sample,
  found: Parameters<typeof bestPlan>[0],
  seconds: number,
) {
  const plan = bestPlan(found, wanted.target, seconds)
  const third = Math.floor(seconds / 3)
  const calm = [0, 1, 2].map(i => ({ start: i * third, end: i * third + Math.min(3, third), crop: null }))
  return {
    ...plan,
    ...wanted,
    pieces: plan.pieces.length > 0 ? plan.pieces : calm,
    gauges: theme ? { theme, units: 'imperial' as const } : ('none' as const),
  } satisfies ReelPlan
}

/** The same reel, small enough to be kept beside the code. */
async function shrink(from: string, to: string): Promise<void> {
  await run('ffmpeg', [
    ...[
      '-v',
      'error',
      '-y',
      '-i',
      from,
      '-vf',
      "scale='if(gt(iw,ih),-2,min(iw,480))':'if(gt(iw,ih),480,-2)'",
    ],
    ...['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '32', '-maxrate', '170k', '-bufsize', '700k'],
    ...['-c:a', 'aac', '-b:a', '40k', '-movflags', '+faststart', to],
  ])
}

async function make(sample: Sample, file: string, out: string): Promise<void> {
  const probe = await probeFile(file, 'mov')
  const { result, kept } = await analyzed(file, probe)
  const plan = planOf(sample, inWordsFor(result, standardWording), probe.durationSeconds)
  const { recipe, seconds } = recipeOf(plan, result.highlights, probe.durationSeconds, null)
  const found = shownTo('own-clip', { runId: '', result, ride: kept.ride }, showsEverything)
  const { ride } = gaugeDataOf(found, kept.minutes, recipe.pieces, 'Sam Ortega')
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-sample-'))
  try {
    const gauges = plan.gauges !== 'none' && ride ? { choice: plan.gauges, ride } : null
    await renderFile(
      {
        file,
        probe,
        format: formatOf[plan.shape],
        recipe,
        parts: recipe.pieces,
        folder,
        name: 'reel.mp4',
        gauges,
      },
      { signal: new AbortController().signal, timeoutMs: 1_200_000, onStdout: pipe => void pipe.resume() },
    )
    await mkdir(out, { recursive: true })
    const to = path.join(out, `${sample.name}.mp4`)
    await shrink(path.join(folder, 'reel.mp4'), to)
    const { size } = await stat(to)
    console.log(
      `${to}: ${seconds.toFixed(1)} s of ${recipe.pieces.length} pieces, ${Math.round(size / 1000)} kB`,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: 'data/reels' }, only: { type: 'string' } },
})
const only = values.only?.split(',')
for (const sample of samples)
  if (sample.ride && (!only || only.includes(sample.name[0] as string)))
    await make(sample, await filmOf(sample.ride), values.out)
for (const file of positionals) {
  const name = path.basename(file, path.extname(file))
  const plan: Sample['plan'] = { title: name, shape: 'upright', target: 15, music: 'dawn', theme: 'trail' }
  await make({ name, ride: null, plan }, file, values.out)
}

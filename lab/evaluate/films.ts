import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type EvaluationRide, evaluationFilm } from './rides.ts'

const run = promisify(execFile)
const simulator = new URL('../../lab/ride/', import.meta.url)

/** A video to evaluate, with its ground truth. */
export interface Entry {
  name: string
  group: string
  video: string
  truth: string
  /** the simulated ride; null for other videos */
  ride: EvaluationRide | null
}

/**
 * Another version of the simulator makes different films, so each version has its own folder, named after its
 * source.
 */
async function simulatorVersion(): Promise<string> {
  const sources = (await readdir(simulator, { recursive: true }))
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
  const hash = createHash('sha256')
  for (const name of sources) hash.update(await readFile(new URL(name, simulator)))
  return hash.digest('hex').slice(0, 10)
}

/**
 * The film of a ride, rendered unless `folder` already has it. It is rendered in a separate process, so that
 * the analysis's memory can be measured alone.
 */
export async function filmOf(
  ride: EvaluationRide,
  folder: string,
  say: (text: string) => void,
): Promise<Entry> {
  const { seed, kind, world, fixed } = ride
  const name = [world === 'wide' ? 'wide' : null, kind, seed, fixed ? `plain-${fixed}` : null]
    .filter(part => part !== null)
    .join('-')
  const versioned = resolve(folder, await simulatorVersion())
  await mkdir(versioned, { recursive: true })
  const [video, truth] = [join(versioned, `${name}.mp4`), join(versioned, `${name}.json`)]
  if (!existsSync(video) || !existsSync(truth)) {
    say(`${name}: rendering`)
    const { seconds, width, height, paintWidth } = evaluationFilm
    const wishes = { seed, kind, world, fixed, seconds, width, height, detail: paintWidth, out: video, truth }
    await run(process.execPath, [
      new URL('cli.ts', simulator).pathname,
      ...Object.entries(wishes).flatMap(([key, value]) =>
        value === undefined ? [] : [`--${key}`, String(value)],
      ),
    ])
  }
  return { name, group: kind, video, truth, ride }
}

/** The videos in a folder that have a truth file of the same name. */
export async function annotatedVideos(given: string, say: (text: string) => void): Promise<Entry[]> {
  const folder = resolve(given)
  const files = await readdir(folder)
  const videos = files
    .filter(name => ['.mp4', '.mov', '.mkv', '.webm', '.m4v'].includes(extname(name).toLowerCase()))
    .sort()
  return videos.flatMap(file => {
    const truth = `${basename(file, extname(file))}.json`
    if (!files.includes(truth)) say(`${file}: no ${truth} beside it, left out`)
    const entry = { name: file, group: 'annotated', video: join(folder, file), truth: join(folder, truth) }
    return files.includes(truth) ? [{ ...entry, ride: null }] : []
  })
}

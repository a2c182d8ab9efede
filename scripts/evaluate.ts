/**
 * Judges the analysis on simulated rides and on annotated videos, beside baselines. docs/evaluation.md tells how
 * to read the figures.
 *
 *   node scripts/evaluate.ts                      the held-out rides
 *   node scripts/evaluate.ts --tuning             the rides to tune on
 *   node scripts/evaluate.ts --only 101,105       some of them
 *   node scripts/evaluate.ts --annotated FOLDER   videos with a truth file of the same name beside each
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { seededRandom } from '#sandbox/ride/random.ts'
import {
  type EvaluationRide,
  evaluationFilm,
  type Group,
  heldOutRides,
  inputOf,
  judgeVideo,
  measure,
  methods,
  readTruth,
  tableOf,
  tuningRides,
  typesOf,
  type VideoJudgement,
} from '../bench/evaluate/index.ts'

const { values } = parseArgs({
  options: {
    tuning: { type: 'boolean', default: false },
    only: { type: 'string' },
    annotated: { type: 'string' },
    folder: { type: 'string', default: 'data/evaluate' },
    json: { type: 'string' },
  },
})

const run = promisify(execFile)
const simulator = new URL('../sandbox/ride/', import.meta.url)

interface Entry {
  name: string
  group: string
  video: string
  truth: string
}

/** Films of another version of the simulator are not the same films: they lie in a folder named after its source. */
async function simulatorVersion(): Promise<string> {
  const sources = (await readdir(simulator, { recursive: true }))
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
  const hash = createHash('sha256')
  for (const name of sources) hash.update(await readFile(new URL(name, simulator)))
  return hash.digest('hex').slice(0, 10)
}

const say = (text: string) => process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`)

/** Renders in a process of its own, so that what the analysis needs of memory can be told apart. */
async function film({ seed, kind }: EvaluationRide, folder: string): Promise<Entry> {
  const name = `${kind}-${seed}`
  const [video, truth] = [join(folder, `${name}.mp4`), join(folder, `${name}.json`)]
  if (!existsSync(video) || !existsSync(truth)) {
    say(`${name}: rendering`)
    const { seconds, width, height, paintWidth } = evaluationFilm
    const wishes = Object.entries({
      seed,
      kind,
      seconds,
      width,
      height,
      detail: paintWidth,
      out: video,
      truth,
    })
    await run(process.execPath, [
      new URL('cli.ts', simulator).pathname,
      ...wishes.flatMap(([key, value]) => [`--${key}`, String(value)]),
    ])
  }
  return { name, group: kind, video, truth }
}

async function annotated(given: string): Promise<Entry[]> {
  const folder = resolve(given)
  const files = await readdir(folder)
  const videos = files
    .filter(name => ['.mp4', '.mov', '.mkv', '.webm', '.m4v'].includes(extname(name).toLowerCase()))
    .sort()
  return videos.flatMap(file => {
    const truth = `${basename(file, extname(file))}.json`
    if (!files.includes(truth)) say(`${file}: no ${truth} beside it, left out`)
    return files.includes(truth)
      ? [{ name: file, group: 'annotated', video: join(folder, file), truth: join(folder, truth) }]
      : []
  })
}

async function* entries(): AsyncGenerator<Entry> {
  if (values.annotated) return yield* await annotated(values.annotated)
  const only = values.only?.split(',').map(Number)
  const rides = (values.tuning ? tuningRides : heldOutRides).filter(ride => !only || only.includes(ride.seed))
  const folder = resolve(values.folder, await simulatorVersion())
  await mkdir(folder, { recursive: true })
  for (const ride of rides) yield await film(ride, folder)
}

const groupOf = (name: string, judgements: readonly VideoJudgement[]): Group => ({
  name,
  methods: Object.fromEntries(
    methods.map(method => [method, measure(judgements.flatMap(judgement => judgement.judged[method]))]),
  ),
})

const done: { entry: Entry; judgement: VideoJudgement; durationSeconds: number }[] = []
for await (const entry of entries()) {
  const input = await inputOf(entry.video)
  const truth = await readTruth(entry.truth, input.durationSeconds)
  const judgement = await judgeVideo(
    input,
    truth,
    seededRandom(done.length + 1).next,
    fraction => process.stderr.isTTY && say(`${entry.name}: watching ${Math.round(fraction * 100)} %`),
  )
  done.push({ entry, judgement, durationSeconds: input.durationSeconds })
  const { all, 'picture and sound': plain } = judgement.judged
  say(
    `${entry.name}: ${truth.events.length} moments, found ${all[0]!.found.length} with telemetry, ${plain[0]!.found.length} without; ${(input.durationSeconds / judgement.passSeconds).toFixed(1)} x real time\n`,
  )
}
if (done.length === 0) {
  console.error('No video to judge.')
  process.exit(2)
}

const names = [...new Set(done.map(one => one.entry.group))]
const groups = names.map(name =>
  groupOf(
    name,
    done.filter(one => one.entry.group === name).map(one => one.judgement),
  ),
)
if (names.length > 1)
  groups.unshift(
    groupOf(
      'everything',
      done.map(one => one.judgement),
    ),
  )
for (const group of groups) console.log(`\n${tableOf(group)}`)
console.log(
  `\nFound of present, by type (overlap 0.5)\n${typesOf({ ...groups[0]!, methods: { all: groups[0]!.methods.all!, 'picture and sound': groups[0]!.methods['picture and sound']! } })}`,
)

const seconds = done.reduce((sum, one) => sum + one.durationSeconds, 0)
const spent = done.reduce((sum, one) => sum + one.judgement.passSeconds, 0)
const cost = { realTimes: seconds / spent, peakMegabytes: process.resourceUsage().maxRSS / 1024 }
console.log(
  `\n${cost.realTimes.toFixed(1)} x real time at ${evaluationFilm.width} x ${evaluationFilm.height}, at most ${cost.peakMegabytes.toFixed(0)} MB in this process`,
)
const json =
  values.json ??
  (values.annotated ? undefined : join(values.folder, `${values.tuning ? 'tuning' : 'held-out'}.json`))
if (json) {
  const videos = done.map(({ entry, judgement }) => ({
    name: entry.name,
    group: entry.group,
    passSeconds: judgement.passSeconds,
    abstained: judgement.abstained,
    all: judgement.judged.all[0],
    pictureAndSound: judgement.judged['picture and sound'][0],
  }))
  await writeFile(json, `${JSON.stringify({ groups, cost, videos }, null, 2)}\n`)
  console.log(`Written to ${json}`)
}

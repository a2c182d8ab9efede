/**
 * Evaluates the analysis on simulated rides and annotated videos, compared with baselines. docs/evaluation.md
 * explains the figures.
 *
 *   node scripts/evaluate.ts                      the held-out rides of the wide world
 *   node scripts/evaluate.ts --plain              those of the plain world
 *   node scripts/evaluate.ts --tuning             the tuning rides of both worlds
 *   node scripts/evaluate.ts --tuning --wide      of one world (or --plain)
 *   node scripts/evaluate.ts --tuning --only 401  some of them
 *   node scripts/evaluate.ts --leave-out --rides 4  each factor of the wide world left out, on 4 tuning rides
 *   node scripts/evaluate.ts --fit-signs          fits what is seen and heard to the tuning rides
 *   node scripts/evaluate.ts --measure-signs FOLDER  stores what --fit-signs needs of annotated videos
 *   node scripts/evaluate.ts --fit FILE           fits the score model on the JSON written by --tuning
 *   node scripts/evaluate.ts --stable FILE        repeated runs, and copies that look identical to viewers
 *   node scripts/evaluate.ts --annotated FOLDER   videos with a truth file of the same name
 *   node scripts/evaluate.ts --from-reviews        what this server's reviewers said about its highlights
 *   node scripts/evaluate.ts --real FOLDER        sensor logs of real drives and rides, without a picture
 */
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  annotatedVideos,
  calibrationTable,
  classOf,
  type Entry,
  type EvaluationRide,
  evaluationFilm,
  factorTable,
  filmOf,
  type Group,
  heldOutRides,
  inputOf,
  judgeVideo,
  leaveOut,
  leaveOutTable,
  lostByKnowing,
  measure,
  measureOthers,
  measureStability,
  methods,
  readTruth,
  type Stability,
  sampleRides,
  steadySeconds,
  tableOf,
  tuningRides,
  typesOf,
  type VideoJudgement,
  wideHeldOutRides,
  wideTuningRides,
  writeFit,
  writeSigns,
} from '#lab/evaluate/index.ts'
import { reportOnRealLogs } from '#lab/evaluate/real/index.ts'
import { seededRandom } from '#lab/ride/random.ts'
import { drawWorld } from '#lab/ride/world/draw.ts'
import { factors } from '#lab/ride/world/world.ts'
import { evaluateReviews } from './lib/evaluate-reviews.ts'

const { values } = parseArgs({
  options: {
    wide: { type: 'boolean', default: false },
    plain: { type: 'boolean', default: false },
    tuning: { type: 'boolean', default: false },
    only: { type: 'string' },
    'leave-out': { type: 'boolean', default: false },
    rides: { type: 'string', default: '4' },
    factors: { type: 'string' },
    fit: { type: 'string' },
    'fit-signs': { type: 'boolean', default: false },
    'measure-signs': { type: 'string' },
    stable: { type: 'string' },
    runs: { type: 'string', default: '10' },
    annotated: { type: 'string' },
    real: { type: 'string' },
    'from-reviews': { type: 'boolean', default: false },
    folder: { type: 'string', default: 'data/evaluate' },
    json: { type: 'string' },
  },
})

if (values.real) {
  console.log(await reportOnRealLogs(values.real))
  process.exit(0)
}

if (values['from-reviews']) {
  const file = values.json ?? join(values.folder, 'reviews.json')
  await evaluateReviews(file).catch((error: Error) => misuse(error.message))
  process.exit(0)
}

if (values.fit) {
  console.log(await writeFit(values.fit))
  process.exit(0)
}

const say = (text: string) => process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`)

function misuse(text: string): never {
  console.error(text)
  process.exit(2)
}

interface Done {
  entry: Entry
  judgement: VideoJudgement
  durationSeconds: number
}

if (values['measure-signs']) {
  console.log(await measureOthers(values['measure-signs'], text => say(`${text}\n`)))
  process.exit(0)
}

if (values['fit-signs']) {
  console.log(await writeSigns(values.folder, text => say(`${text}\n`)))
  process.exit(0)
}

async function judge(entry: Entry, draw: number): Promise<Done> {
  const input = await inputOf(entry.video)
  const truth = await readTruth(entry.truth, input.durationSeconds)
  const judgement = await judgeVideo(
    input,
    truth,
    seededRandom(draw).next,
    fraction => process.stderr.isTTY && say(`${entry.name}: watching ${Math.round(fraction * 100)} %`),
  )
  return { entry, judgement, durationSeconds: input.durationSeconds }
}

function chosenRides(): readonly EvaluationRide[] {
  const both = values.wide === values.plain
  const plain = values.tuning ? tuningRides : heldOutRides
  const wide = values.tuning ? wideTuningRides : wideHeldOutRides
  if (!values.tuning) {
    if (values.only) misuse('--only goes with --tuning: no held-out ride is looked at by itself.')
    return values.plain ? plain : wide
  }
  const only = values.only?.split(',').map(Number)
  return [...(both || values.plain ? plain : []), ...(both || values.wide ? wide : [])].filter(
    ride => !only || only.includes(ride.seed),
  )
}

async function* entries(): AsyncGenerator<Entry> {
  if (values.annotated) return yield* await annotatedVideos(values.annotated, say)
  for (const ride of chosenRides()) yield await filmOf(ride, values.folder, say)
}

const groupOf = (name: string, done: readonly Done[]): Group => ({
  name,
  methods: Object.fromEntries(
    methods.map(method => [method, measure(done.flatMap(({ judgement }) => judgement.judged[method]))]),
  ),
})

/** Everything together, then each world, and each kind with several rides. */
function groupsOf(done: readonly Done[]): Group[] {
  const parts = (nameOf: (one: Done) => string) => {
    const names = [...new Set(done.map(nameOf))]
    return names.length < 2
      ? []
      : names.map(name =>
          groupOf(
            name,
            done.filter(one => nameOf(one) === name),
          ),
        )
  }
  return [
    groupOf('everything', done),
    ...parts(one => `${one.entry.ride?.world ?? 'no'} world`),
    ...parts(one => one.entry.group),
  ]
}

const tellsApart = ['all', 'picture and sound'] as const

/** Figures per factor and class, for the rides of the wide world. */
function factorRows(done: readonly Done[]) {
  const wide = done.flatMap(one =>
    one.entry.ride?.world === 'wide'
      ? [{ one, world: drawWorld('wide', one.entry.ride.seed, one.entry.ride.fixed) }]
      : [],
  )
  return factors.flatMap(factor => {
    const values = [...new Set(wide.map(({ world }) => classOf(factor, world)))].sort()
    return values.map(value => {
      const group = groupOf(
        value,
        wide.filter(({ world }) => classOf(factor, world) === value).map(({ one }) => one),
      )
      return { factor, value, methods: tellsApart.map(method => group.methods[method]!) }
    })
  })
}

async function evaluate() {
  const done: Done[] = []
  for await (const entry of entries()) {
    const one = await judge(entry, done.length + 1)
    done.push(one)
    const { all, 'picture and sound': plain } = one.judgement.judged
    // For a held-out ride, print only that it is done.
    say(
      values.tuning || values.annotated
        ? `${entry.name}: ${all[0]!.truth.events.length} moments, found ${all[0]!.found.length} with telemetry, ${plain[0]!.found.length} without; ${(one.durationSeconds / one.judgement.passSeconds).toFixed(1)} x real time\n`
        : `${done.length} judged\n`,
    )
  }
  if (done.length === 0) misuse('No video to judge.')

  const groups = groupsOf(done)
  for (const group of groups) console.log(`\n${tableOf(group)}`)
  const both = Object.fromEntries(tellsApart.map(method => [method, groups[0]!.methods[method]!]))
  console.log(`\nFound of present, by type (overlap 0.5)\n${typesOf({ ...groups[0]!, methods: both })}`)
  const lost = lostByKnowing(both.all!, both['picture and sound']!)
  if (lost.length > 0) {
    console.log(`\nFound less often with telemetry: ${lost.join(', ')}`)
    process.exitCode = 1
  }
  for (const method of tellsApart) console.log(`\n${calibrationTable(method, both[method]!)}`)
  const rows = factorRows(done)
  if (rows.length > 0) console.log(`\n${factorTable(rows)}`)

  const seconds = done.reduce((sum, one) => sum + one.durationSeconds, 0)
  const spent = done.reduce((sum, one) => sum + one.judgement.passSeconds, 0)
  const cost = { realTimes: seconds / spent, peakMegabytes: process.resourceUsage().maxRSS / 1024 }
  console.log(
    `\n${cost.realTimes.toFixed(1)} x real time at ${evaluationFilm.width} x ${evaluationFilm.height}, at most ${cost.peakMegabytes.toFixed(0)} MB in this process`,
  )
  const which = `${values.plain ? 'plain-' : values.wide ? 'wide-' : ''}${values.tuning ? 'tuning' : 'held-out'}`
  const json = values.json ?? (values.annotated ? undefined : join(values.folder, `${which}.json`))
  if (!json) return
  const videos = done.map(({ entry, judgement }) => ({
    name: entry.name,
    group: entry.group,
    passSeconds: judgement.passSeconds,
    abstained: judgement.abstained,
    all: judgement.judged.all[0],
    pictureAndSound: judgement.judged['picture and sound'][0],
  }))
  const singles = values.tuning || values.annotated ? { videos } : {}
  await writeFile(json, `${JSON.stringify({ groups, factors: rows, cost, ...singles }, null, 2)}\n`)
  console.log(`Written to ${json}`)
}

async function evaluateLeftOut() {
  const rides = sampleRides(wideTuningRides, Number(values.rides))
  const asked = values.factors?.split(',')
  const chosen = factors.filter(factor => !asked || asked.includes(factor))
  if (rides.length === 0 || chosen.length === 0)
    misuse(`--rides 1 or more, --factors some of ${factors.join(',')}`)
  let judged = 0
  const rows = await leaveOut(rides, chosen, async ride => {
    const { judgement, entry } = await judge(await filmOf(ride, values.folder, say), 1)
    say(`${entry.name}: ${++judged} of ${rides.length * (chosen.length + 1)}\n`)
    return judgement.judged
  })
  console.log(
    `\nLeave one factor out: ${rides.map(ride => `${ride.kind} ${ride.seed}`).join(', ')}\n\n${leaveOutTable(rows)}`,
  )
  const json = values.json ?? join(values.folder, 'leave-out.json')
  await writeFile(json, `${JSON.stringify({ rides, rows }, null, 2)}\n`)
  console.log(`Written to ${json}`)
}

function reportStability({ runs, results, copies }: Stability): boolean {
  console.log(`${runs} runs: ${results === 1 ? 'identical' : `${results} different results`}`)
  let steady = results === 1
  for (const { name, withTelemetry, without } of copies)
    for (const [how, found] of [
      ['with telemetry', withTelemetry],
      ['without', without],
    ] as const) {
      steady &&= found.lost.length + found.added.length === 0
      console.log(
        `${name}, ${how}: ${found.lost.length} lost, ${found.added.length} added (starts and ends within ${steadySeconds} s), worst shift ${found.worstSeconds.toFixed(2)} s`,
      )
    }
  return steady
}

if (values.stable) {
  const steady = reportStability(await measureStability(resolve(values.stable), Number(values.runs), say))
  process.exitCode = steady ? 0 : 1
} else if (values['leave-out']) await evaluateLeftOut()
else await evaluate()

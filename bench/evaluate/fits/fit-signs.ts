import { readFile, writeFile } from 'node:fs/promises'
import { observe } from '#server/analysis/closeups/index.ts'
import { findCuts, shotsOf } from '#server/analysis/cuts/index.ts'
import { heardLevels, seenRide } from '#server/analysis/events/index.ts'
import { fittedKinds, likelihoodBy, type Weights } from '#server/analysis/events/seen/likelihood.ts'
import type { TakeoffWeights } from '#server/analysis/events/seen/takeoffs.ts'
import { overlap, windowOf } from '#server/analysis/highlights/boundaries.ts'
import { rideState } from '#server/analysis/ride-state.ts'
import type { RideFacts, Signals } from '#server/analysis/types.ts'
import { filmOf } from '../films.ts'
import { inputOf } from '../judge.ts'
import { tuningRides, wideTuningRides } from '../rides.ts'
import { readTruth } from '../truth-file.ts'
import type { Truth } from '../types.ts'
import { type Detector, detectors } from './detectors.ts'
import { fitTakeoffs, flightsOf, takeoffLine } from './fit-takeoffs.ts'
import { fitLogistic, type Sample } from './logistic.ts'

export interface SeenFilm {
  name: string
  signals: Signals
  truth: Truth
}

interface JudgedFilm {
  name: string
  facts: RideFacts
  truth: Truth
}

/** What picture and sound say of a film, without its telemetry. */
function factsOf(signals: Signals): RideFacts {
  const { durationSeconds } = signals
  const state = rideState(signals, null, null)
  const shots = shotsOf(findCuts(signals, null), durationSeconds)
  const seen = seenRide(signals, state)
  return {
    ...{ durationSeconds, signals, state, shots, seen, heard: heardLevels(signals.sound) },
    telemetry: null,
    pace: null,
    felt: null,
    level: null,
  }
}

/** Overlaps from which a candidate is a moment, and below which it certainly isn't; those between teach nothing. */
const same = 0.5
const apart = 0.15

function samplesOf(detector: Detector, { name, facts, truth }: JudgedFilm): Sample[] {
  const moments = truth.events.filter(({ type }) => detector.truth.includes(type))
  return detector.candidates(facts).flatMap(candidate => {
    const window = windowOf({ type: detector.evidence, ...candidate }, facts.shots)
    const best = Math.max(0, ...moments.map(moment => overlap(window, moment)))
    if (best > apart && best < same) return []
    return { group: name, signs: candidate.signs, right: best >= same }
  })
}

const thresholds = [0.35, 0.5] as const

/** Each film judged by weights from all the others. */
function unseen(samples: readonly Sample[], signs: readonly string[]) {
  const groups = [...new Set(samples.map(({ group }) => group))]
  return groups.flatMap(group => {
    const model = fitLogistic(
      samples.filter(one => one.group !== group),
      signs,
    )
    return samples
      .filter(one => one.group === group)
      .map(one => ({ right: one.right, likely: likelihoodBy(model, one.signs) }))
  })
}

export interface FittedSigns {
  weights: Record<string, Weights>
  takeoffs: TakeoffWeights
  /** how they do on films that they were not fitted on, in Markdown */
  table: string
}

/** Fits the weights of every detector and of takeoffs. */
export function fitSigns(films: readonly SeenFilm[]): FittedSigns {
  const head = [
    'kind',
    'moments',
    'candidates',
    'right',
    ...thresholds.flatMap(t => [`≥ ${t}`, 'right there']),
  ]
  const rows = [head, head.map(() => '---')]
  const weights: Record<string, Weights> = {}
  const judgedFilms = films.map(({ name, signals, truth }) => ({ name, truth, facts: factsOf(signals) }))
  for (const kind of fittedKinds) {
    const ofKind = detectors.filter(detector => detector.kind === kind)
    const { signs } = ofKind[0]!
    const samples = judgedFilms.flatMap(film => ofKind.flatMap(detector => samplesOf(detector, film)))
    weights[kind] = fitLogistic(samples, signs)
    const judged = unseen(samples, signs)
    const types = ofKind.flatMap(({ truth }) => truth)
    const there = films.flatMap(({ truth }) => truth.events.filter(({ type }) => types.includes(type))).length
    rows.push(
      [
        ...[kind, there, samples.length, samples.filter(({ right }) => right).length],
        ...thresholds.flatMap(threshold => {
          const kept = judged.filter(({ likely }) => likely >= threshold)
          return [kept.length, kept.filter(({ right }) => right).length]
        }),
      ].map(String),
    )
  }
  const flights = judgedFilms.flatMap(({ name, facts, truth }) => flightsOf(name, facts, truth))
  const lines = [...rows.map(cells => `| ${cells.join(' | ')} |`), '', takeoffLine(flights)]
  return { weights, takeoffs: fitTakeoffs(flights), table: lines.join('\n') }
}

/** Where the analysis reads its weights from. */
const seenFolder = new URL('../../../server/analysis/events/seen/', import.meta.url)
export const weightsFile = new URL('weights.json', seenFolder)
export const takeoffsFile = new URL('takeoff-weights.json', seenFolder)

/** @returns whether the file changed */
async function replaceFile(file: URL, content: object): Promise<boolean> {
  const before: unknown = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`)
  return JSON.stringify(before) !== JSON.stringify(content)
}

/** Fits on all tuning rides, writes both files, and returns the table. Renders what is missing in `folder`. */
export async function writeSigns(folder: string, say: (text: string) => void): Promise<string> {
  const films: SeenFilm[] = []
  for (const ride of [...tuningRides, ...wideTuningRides]) {
    const { name, video, truth } = await filmOf(ride, folder, say)
    const input = await inputOf(video)
    const signals = await observe(input, null, () => undefined)
    films.push({ name, signals, truth: await readTruth(truth, input.durationSeconds) })
    say(`${name}: measured`)
  }
  const { weights, takeoffs, table } = fitSigns(films)
  const weightsChanged = await replaceFile(weightsFile, weights)
  const takeoffsChanged = await replaceFile(takeoffsFile, takeoffs)
  const news = takeoffsChanged
    ? 'The weights of takeoffs changed. Landings are judged by them, so fit once more.'
    : weightsChanged
      ? 'The weights changed: increase analysisVersion.'
      : 'The weights are as before.'
  return `${table}\n\n${news}`
}

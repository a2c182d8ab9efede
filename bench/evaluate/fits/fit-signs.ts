import { readFile, writeFile } from 'node:fs/promises'
import { observe } from '#server/analysis/closeups/index.ts'
import { findCuts, shotsOf } from '#server/analysis/cuts/index.ts'
import { heardLevels, seenRide } from '#server/analysis/events/index.ts'
import { possibleRushes } from '#server/analysis/events/rushes.ts'
import { possibleFastStretches } from '#server/analysis/events/seen/fast-stretches.ts'
import { type Hill, possibleHills } from '#server/analysis/events/seen/hills.ts'
import { landingKind, possibleLandings } from '#server/analysis/events/seen/landings.ts'
import {
  type Candidate,
  type FittedKind,
  fittedKinds,
  likelihoodBy,
  type Weights,
} from '#server/analysis/events/seen/likelihood.ts'
import { possibleShakenStretches } from '#server/analysis/events/seen/shaken-stretches.ts'
import { possibleSwings } from '#server/analysis/events/seen/swings.ts'
import { possibleViews } from '#server/analysis/events/seen/views.ts'
import { overlap, windowOf } from '#server/analysis/highlights/boundaries.ts'
import { rideState } from '#server/analysis/ride-state.ts'
import type { RideFacts, Signals } from '#server/analysis/types.ts'
import { filmOf } from '../films.ts'
import { inputOf } from '../judge.ts'
import { tuningRides, wideTuningRides } from '../rides.ts'
import { readTruth } from '../truth-file.ts'
import type { Truth } from '../types.ts'
import { fitLogistic, type Sample } from './logistic.ts'

/** A kind of candidate, what it may be, and what speaks for it. Signs that no one would expect are left out. */
interface Detector {
  kind: FittedKind
  /** types of the true moments */
  truth: readonly string[]
  /** type of the evidence, for the clip's margins */
  evidence: 'air_then_thump' | 'fast_stretch' | 'swing' | 'shaken_picture' | 'rush' | Hill['type'] | 'scenic'
  signs: readonly string[]
  candidates: (facts: RideFacts) => Candidate[]
}

const withoutSound = (facts: RideFacts): RideFacts => ({
  ...facts,
  ...{ signals: { ...facts.signals, sound: null }, heard: null },
})
const rushes = (facts: RideFacts) => (facts.heard ? possibleRushes(facts, facts.heard) : [])

const hillsOf = (type: Hill['type']) => (facts: RideFacts) =>
  possibleHills(facts).filter(hill => hill.type === type)

const landing = { truth: ['jump'], evidence: 'air_then_thump' } as const

const hill = {
  kind: 'hill',
  signs: ['sky', 'drop', 'together', 'lastingSky', 'lastingDrop', 'uneven', 'turn'],
} as const

/** Detectors of one kind share its weights. */
const detectors: readonly Detector[] = [
  {
    ...landing,
    kind: 'landing',
    signs: ['jolt', 'thump', 'wheels', 'kick', 'together', 'nod'],
    candidates: facts => (landingKind(facts) === 'landing' ? possibleLandings(facts) : []),
  },
  {
    ...landing,
    kind: 'silentLanding',
    signs: ['jolt', 'kick', 'calm', 'nod'],
    candidates: facts => possibleLandings(withoutSound(facts)),
  },
  {
    ...{ kind: 'fastStretch', truth: ['speed'], evidence: 'fast_stretch', candidates: possibleFastStretches },
    signs: ['pace', 'length', 'shake'],
  },
  {
    ...{ kind: 'swing', truth: ['corner'], evidence: 'swing', candidates: possibleSwings },
    signs: ['widths', 'rate', 'approach', 'blur'],
  },
  {
    ...{
      kind: 'shakenStretch',
      truth: ['rough'],
      evidence: 'shaken_picture',
      candidates: possibleShakenStretches,
    },
    signs: ['shake', 'length', 'pace', 'even'],
  },
  {
    ...{ kind: 'rush', truth: ['speed', 'rough'], evidence: 'rush', candidates: rushes },
    signs: ['loud', 'length', 'shake', 'pace', 'wind'],
  },
  {
    ...{ kind: 'view', truth: ['scenic'], evidence: 'scenic' },
    signs: ['color', 'lasting', 'shaking', 'between'],
    candidates: facts => possibleViews(facts, facts.shots),
  },
  { ...hill, truth: ['climb'], evidence: 'seen_climb', candidates: hillsOf('seen_climb') },
  { ...hill, truth: ['descent'], evidence: 'seen_descent', candidates: hillsOf('seen_descent') },
]

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

/** Fits every detector's weights. @returns the weights, and a table of how they do on films they were not fitted on */
export function fitSigns(films: readonly SeenFilm[]): { weights: Record<string, Weights>; table: string } {
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
  return { weights, table: rows.map(cells => `| ${cells.join(' | ')} |`).join('\n') }
}

/** Where the analysis reads its weights from. */
export const weightsFile = new URL('../../../server/analysis/events/seen/weights.json', import.meta.url)

/** Fits on all tuning rides, writes `weights.json`, and returns the table. Renders what is missing in `folder`. */
export async function writeSigns(folder: string, say: (text: string) => void): Promise<string> {
  const films: SeenFilm[] = []
  for (const ride of [...tuningRides, ...wideTuningRides]) {
    const { name, video, truth } = await filmOf(ride, folder, say)
    const input = await inputOf(video)
    const signals = await observe(input, null, () => undefined)
    films.push({ name, signals, truth: await readTruth(truth, input.durationSeconds) })
    say(`${name}: measured`)
  }
  const { weights, table } = fitSigns(films)
  const before: unknown = JSON.parse(await readFile(weightsFile, 'utf8'))
  await writeFile(weightsFile, `${JSON.stringify(weights, null, 2)}\n`)
  return `${table}\n\n${JSON.stringify(before) === JSON.stringify(weights) ? 'The weights are as before.' : 'The weights changed: increase analysisVersion.'}`
}

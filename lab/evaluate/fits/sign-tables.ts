import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { analysisVersion } from '#server/analysis/analyze.ts'
import { factsOf } from '#server/analysis/clock.ts'
import { findCuts, shotsOf } from '#server/analysis/cuts/index.ts'
import { type FittedKind, fittedKinds } from '#server/analysis/events/seen/likelihood.ts'
import { overlap, windowOf } from '#server/analysis/highlights/boundaries.ts'
import { round } from '#server/analysis/math.ts'
import { measureSignals } from '#server/analysis/observe.ts'
import { receiverOf } from '#server/analysis/receiver.ts'
import type { RideFacts, Signals } from '#server/analysis/types.ts'
import { annotatedVideos, type Entry } from '../films.ts'
import { inputOf } from '../judge.ts'
import { readTruth } from '../truth-file.ts'
import type { Truth } from '../types.ts'
import { type Detector, detectors, signsOf } from './detectors.ts'
import type { Sample } from './logistic.ts'

export interface SeenFilm {
  name: string
  signals: Signals
  truth: Truth
}

/** Decodes a film and reads its truth. */
export async function seenFilm({ name, video, truth }: Entry): Promise<SeenFilm> {
  const input = await inputOf(video)
  const signals = await measureSignals(input, null, () => undefined)
  return { name, signals, truth: await readTruth(truth, input.durationSeconds) }
}

/** What picture and sound say of a film, without its telemetry. */
export function seenFacts(signals: Signals): RideFacts {
  const { durationSeconds } = signals
  return factsOf(
    signals,
    receiverOf(null, durationSeconds),
    shotsOf(findCuts(signals, null), durationSeconds),
  )
}

/** The candidates of one kind in one film. */
interface OfKind {
  /** true moments of that kind */
  moments: number
  samples: Sample[]
}

/** What the fit needs of a film. */
export interface SignTable {
  film: string
  /** version of the analysis that measured it */
  measuredBy: number
  kinds: Record<FittedKind, OfKind>
}

const ofEachKind = <T>(of: (kind: FittedKind) => T) =>
  Object.fromEntries(fittedKinds.map(kind => [kind, of(kind)])) as Record<FittedKind, T>

/** Overlaps from which a candidate is a moment, and below which it certainly isn't; those between teach nothing. */
const same = 0.5
const apart = 0.15

const momentsOf = ({ events }: Truth, { truth }: Detector) =>
  events.filter(({ type }) => truth.includes(type))

function samplesOf(detector: Detector, film: string, facts: RideFacts, truth: Truth): Sample[] {
  const moments = momentsOf(truth, detector)
  return detector.candidates(facts).flatMap(candidate => {
    const window = windowOf({ type: detector.evidence, ...candidate }, facts.shots)
    const best = Math.max(0, ...moments.map(moment => overlap(window, moment)))
    if (best > apart && best < same) return []
    return { group: film, signs: candidate.signs, right: best >= same }
  })
}

/** Measures the candidates of every kind in a film. */
export function signTable(film: string, facts: RideFacts, truth: Truth): SignTable {
  const ofKind = (kind: FittedKind): OfKind => {
    const own = detectors.filter(detector => detector.kind === kind)
    return {
      moments: own.reduce((sum, detector) => sum + momentsOf(truth, detector).length, 0),
      samples: own.flatMap(detector => samplesOf(detector, film, facts, truth)),
    }
  }
  return { film, measuredBy: analysisVersion, kinds: ofEachKind(ofKind) }
}

/** Candidates of films that aren't part of this repository, written by `--measure-signs`. */
export const othersFile = new URL('other-films.json', import.meta.url)

/** Per kind: true moments, names of the signs, and a row per candidate: whether it is right (1 or 0), then its signs. */
const storedFilm = z.object({
  film: z.string(),
  measuredBy: z.int(),
  kinds: z.record(
    z.enum(fittedKinds),
    z.object({ moments: z.int().min(0), signs: z.array(z.string()), rows: z.array(z.array(z.number())) }),
  ),
})
type StoredFilm = z.infer<typeof storedFilm>
const storedIn = async (file: URL) => z.array(storedFilm).parse(JSON.parse(await readFile(file, 'utf8')))

const decimals = 3

function pack({ film, measuredBy, kinds }: SignTable): StoredFilm {
  const packed = (kind: FittedKind) => {
    const signs = [...signsOf(kind)]
    const { moments, samples } = kinds[kind]
    const rows = samples.map(one => [
      one.right ? 1 : 0,
      ...signs.map(sign => round(one.signs[sign]!, decimals)),
    ])
    return { moments, signs, rows }
  }
  return { film, measuredBy, kinds: ofEachKind(packed) }
}

function unpack({ film, measuredBy, kinds }: StoredFilm): SignTable {
  const unpacked = (kind: FittedKind): OfKind => {
    const { moments, signs, rows } = kinds[kind]
    const wanted = signsOf(kind)
    if (wanted.join() !== signs.join())
      throw new Error(
        `${film} was measured with other signs of ${kind} (${signs.join(', ')}). Run --measure-signs on its folder again.`,
      )
    const samples = rows.map(([right, ...values]) => ({
      group: film,
      right: right === 1,
      signs: Object.fromEntries(signs.map((sign, k) => [sign, values[k]!])),
    }))
    return { moments, samples }
  }
  return { film, measuredBy, kinds: ofEachKind(unpacked) }
}

/**
 * The stored candidates of films that aren't part of this repository. Signs whose meaning has changed since the version
 * that measured them have to be measured again.
 * @throws Error that names the film when its signs aren't those of today's detectors
 */
export const readOthers = async (file: URL = othersFile): Promise<SignTable[]> =>
  (await storedIn(file)).map(unpack)

/**
 * Stores tables beside those of other films, and in place of those of the same film; one film and kind per line, so that
 * a change shows what it changed.
 */
export async function writeOthers(tables: readonly SignTable[], file: URL = othersFile): Promise<void> {
  const measured = new Set(tables.map(({ film }) => film))
  const kept = (await storedIn(file)).filter(({ film }) => !measured.has(film))
  const films = [...kept, ...tables.map(pack)].map(({ film, measuredBy, kinds }) => {
    const lines = Object.entries(kinds).map(
      ([kind, table]) => `${JSON.stringify(kind)}:${JSON.stringify(table)}`,
    )
    return `{"film":${JSON.stringify(film)},"measuredBy":${measuredBy},"kinds":{\n${lines.join(',\n')}}}`
  })
  await writeFile(file, `[${films.join(',\n')}]\n`)
}

/** Measures the annotated videos of a folder and stores their candidates for `--fit-signs`. @returns what was stored */
export async function measureOthers(folder: string, say: (text: string) => void): Promise<string> {
  const tables: SignTable[] = []
  for (const entry of await annotatedVideos(folder, say)) {
    const { name, signals, truth } = await seenFilm(entry)
    tables.push(signTable(name, seenFacts(signals), truth))
    say(`${name}: measured`)
  }
  if (tables.length === 0) throw new Error(`${folder} has no annotated video.`)
  await writeOthers(tables)
  const candidates = tables.flatMap(({ kinds }) =>
    Object.values(kinds).flatMap(({ samples }) => samples),
  ).length
  return `${candidates} candidates of ${tables.length} films`
}

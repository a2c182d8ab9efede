import { readFile, writeFile } from 'node:fs/promises'
import { fittedKinds, likelihoodBy, type Weights } from '#server/analysis/events/seen/likelihood.ts'
import type { TakeoffWeights } from '#server/analysis/events/seen/takeoffs.ts'
import { filmOf } from '../films.ts'
import { tuningRides, wideTuningRides } from '../rides.ts'
import { signsOf } from './detectors.ts'
import { type Flight, fitTakeoffs, flightsOf, takeoffLine } from './fit-takeoffs.ts'
import { fitLogistic, type Sample } from './logistic.ts'
import { readOthers, type SeenFilm, type SignTable, seenFacts, seenFilm, signTable } from './sign-tables.ts'

const thresholds = [0.35, 0.5] as const
/** There are fewer films of other simulators, so each of their candidates counts this often. */
const timesOfOthers = 2

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

/** What the fits need of a film: the candidates of every kind, and its jumps. */
export interface FitFilm {
  table: SignTable
  flights: Flight[]
}

/** Measures a film for the fits. */
export function fitFilm({ name, signals, truth }: SeenFilm): FitFilm {
  const facts = seenFacts(signals)
  return { table: signTable(name, facts, truth), flights: flightsOf(name, facts, truth) }
}

/**
 * Fits the weights of every detector and of takeoffs.
 * @param others candidates of films of which only those were kept
 */
export function fitSigns(films: readonly FitFilm[], others: readonly SignTable[] = []): FittedSigns {
  const head = [
    'kind',
    'moments',
    'candidates',
    'right',
    ...thresholds.flatMap(t => [`≥ ${t}`, 'right there']),
  ]
  const rows = [head, head.map(() => '---')]
  const weights: Record<string, Weights> = {}
  const tables = [
    ...films.map(({ table }) => ({ table, times: 1 })),
    ...others.map(table => ({ table, times: timesOfOthers })),
  ]
  for (const kind of fittedKinds) {
    const signs = signsOf(kind)
    const samples = tables.flatMap(({ table, times }) =>
      table.kinds[kind].samples.map(one => ({ ...one, times })),
    )
    weights[kind] = fitLogistic(samples, signs)
    const judged = unseen(samples, signs)
    const there = tables.reduce((sum, { table }) => sum + table.kinds[kind].moments, 0)
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
  const flights = films.flatMap(film => film.flights)
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

/**
 * Fits on all tuning rides and the stored candidates of other films, writes both files, and returns the table. Renders
 * what is missing in `folder`.
 */
export async function writeSigns(folder: string, say: (text: string) => void): Promise<string> {
  const others = await readOthers()
  const films: FitFilm[] = []
  for (const ride of [...tuningRides, ...wideTuningRides]) {
    const film = await seenFilm(await filmOf(ride, folder, say))
    films.push(fitFilm(film))
    say(`${film.name}: measured`)
  }
  const { weights, takeoffs, table } = fitSigns(films, others)
  const weightsChanged = await replaceFile(weightsFile, weights)
  const takeoffsChanged = await replaceFile(takeoffsFile, takeoffs)
  const news = takeoffsChanged
    ? 'The weights of takeoffs changed. Landings are judged by them, so fit once more.'
    : weightsChanged
      ? 'The weights changed: increase analysisVersion.'
      : 'The weights are as before.'
  const versions = [...new Set(others.map(({ measuredBy }) => measuredBy))].join(', ')
  const measured = `${others.length} other films are included, as measured by version ${versions}.`
  return `${table}\n\n${measured}\n${news}`
}

import type { Factor } from '#lab/ride/world/world.ts'
import { measure } from './measure.ts'
import { line, two } from './report.ts'
import type { EvaluationRide } from './rides.ts'
import type { Judged } from './types.ts'

/** The results for one ride: with telemetry, and from picture and sound alone. */
export interface Pair {
  all: Judged[]
  'picture and sound': Judged[]
}

export interface LeftOut {
  factor: Factor
  /** F1 with every factor varied, and with this one as in the plain world */
  all: { varied: number | null; plain: number | null }
  'picture and sound': { varied: number | null; plain: number | null }
}

/** Rides of the kinds that have highlights, alternating so that a small sample still covers several kinds. */
export function sampleRides(rides: readonly EvaluationRide[], count: number): EvaluationRide[] {
  const kinds = [...new Set(rides.map(ride => ride.kind))].filter(kind => kind !== 'lot' && kind !== 'cruise')
  const byKind = kinds.map(kind => rides.filter(ride => ride.kind === kind))
  const rounds = Math.max(0, ...byKind.map(list => list.length))
  return Array.from({ length: rounds }, (_, round) => byKind.flatMap(list => list[round] ?? []))
    .flat()
    .slice(0, count)
}

/**
 * Evaluates the rides as they are, and once more per factor with that factor as in the plain world. A
 * detector that depends on a factor does clearly better when it is plain.
 */
export async function leaveOut(
  rides: readonly EvaluationRide[],
  factors: readonly Factor[],
  judge: (ride: EvaluationRide) => Promise<Pair>,
): Promise<LeftOut[]> {
  const judgeAll = async (fixed?: Factor) => {
    const pairs: Pair[] = []
    for (const ride of rides) pairs.push(await judge({ ...ride, fixed }))
    const f1 = (method: keyof Pair) => measure(pairs.flatMap(pair => pair[method])).f1
    return { all: f1('all'), 'picture and sound': f1('picture and sound') }
  }
  const varied = await judgeAll()
  const found: LeftOut[] = []
  for (const factor of factors) {
    const plain = await judgeAll(factor)
    found.push({
      factor,
      all: { varied: varied.all, plain: plain.all },
      'picture and sound': { varied: varied['picture and sound'], plain: plain['picture and sound'] },
    })
  }
  return found
}

/** The table in Markdown; "fall" is how much F1 drops when the factor varies too. */
export function leaveOutTable(rows: readonly LeftOut[]): string {
  const cells = ({ varied, plain }: LeftOut['all']) => [
    two(plain),
    two(varied),
    two(plain === null || varied === null ? null : plain - varied),
  ]
  return [
    line(['factor', 'F1 plain', 'F1 varied', 'fall', 'F1 plain, no telemetry', 'F1 varied', 'fall']),
    line(Array(7).fill('---')),
    ...rows.map(row => line([row.factor, ...cells(row.all), ...cells(row['picture and sound'])])),
  ].join('\n')
}

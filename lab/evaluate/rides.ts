import type { Factor, WorldName } from '#lab/ride/world/world.ts'

/**
 * The simulated rides for tuning and evaluating the analysis. Never tune, choose or inspect individual rides
 * on the held-out seeds. If that happens, replace them with fresh seeds and say so in docs/evaluation.md.
 */

export type RideGroup = 'ride' | 'edited' | 'stabilized' | 'vibration' | 'lot' | 'cruise'

export interface EvaluationRide {
  seed: number
  kind: RideGroup
  world: WorldName
  /** in a wide world: the factor that keeps its plain value */
  fixed?: Factor
}

const from = (
  first: number,
  kinds: readonly [RideGroup, number][],
  world: WorldName = 'plain',
): EvaluationRide[] =>
  kinds
    .flatMap(([kind, count]) => Array<RideGroup>(count).fill(kind))
    .map((kind, index) => ({ seed: first + index, kind, world }))

/** Seeds 1 to 16. */
export const tuningRides: readonly EvaluationRide[] = [
  ...from(1, [
    ['ride', 4],
    ['edited', 2],
    ['stabilized', 1],
    ['vibration', 1],
    ['lot', 1],
    ['cruise', 1],
  ]),
  ...from(11, [
    ['ride', 5],
    ['vibration', 1],
  ]),
]

/** Seeds 201 to 224. 101 to 124 were held out before, but their totals led to a change. */
export const heldOutRides: readonly EvaluationRide[] = from(201, [
  ['ride', 10],
  ['edited', 4],
  ['stabilized', 3],
  ['vibration', 3],
  ['lot', 2],
  ['cruise', 2],
])

/** Sets of eight rides of the wide world: seven that move, and one of each kind given. */
const eights = (first: number, lasts: readonly RideGroup[]) =>
  lasts.flatMap((last, index) =>
    from(
      first + 8 * index,
      [
        ['ride', 4],
        ['edited', 1],
        ['stabilized', 1],
        ['vibration', 1],
        [last, 1],
      ],
      'wide',
    ),
  )

/** Seeds 401 to 416, 601 to 616, 701 to 724 and 801 to 824 of the wide world, for tuning. */
export const wideTuningRides: readonly EvaluationRide[] = [
  ...from(
    401,
    [
      ['ride', 7],
      ['edited', 3],
      ['stabilized', 2],
      ['vibration', 2],
      ['lot', 1],
      ['cruise', 1],
    ],
    'wide',
  ),
  ...eights(601, ['lot', 'cruise']),
  ...eights(701, ['lot', 'cruise', 'ride']),
  ...eights(801, ['lot', 'cruise', 'ride']),
]

/**
 * Seeds 501 to 524 of the wide world, for evaluation. They were fixed in a separate commit, with the world
 * complete, before anything was tuned on it.
 */
export const wideHeldOutRides: readonly EvaluationRide[] = from(
  501,
  [
    ['ride', 10],
    ['edited', 4],
    ['stabilized', 3],
    ['vibration', 3],
    ['lot', 2],
    ['cruise', 2],
  ],
  'wide',
)

/** Length of a ride in seconds, and its frame size. */
export const evaluationFilm = { seconds: 140, width: 640, height: 360, paintWidth: 256 } as const

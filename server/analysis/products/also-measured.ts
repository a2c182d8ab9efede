import { type Anchors, anchorsOf, strengthAt } from './anchors.ts'

/**
 * What else may be measured of a moment: the sideways force of a turn in g; the speed into water in km/h; and how much
 * louder than usual it is, in dB. The faster, the louder: wheels and wind in a turn and before a splash, and everything
 * on a fast run.
 */
const also = {
  // From 0.3 g, a turn is as strong as a brake of the same force.
  pull: [[0, 0.25], ...anchorsOf('hard_braking')],
  entrySpeed: [
    [0, 0.45],
    [5, 0.46],
    [18, 0.6],
    [36, 0.8],
    [54, 0.92],
  ],
  turnNoise: [
    [-100, 0.5],
    [-6, 0.55],
    [6, 0.81],
    [15, 0.85],
  ],
  runNoise: [
    [-100, 0.45],
    [-5, 0.48],
    [4, 0.65],
    [12, 0.79],
    [20, 0.85],
  ],
  entryNoise: [
    [-100, 0.46],
    [-14, 0.48],
    [-3, 0.64],
    [6, 0.77],
    [20, 0.8],
  ],
} satisfies Record<string, Anchors['points']>

/** Strength 0 to 1, from fixed anchors as well, of something that isn't the evidence's own value. */
export const strengthBy = (measure: keyof typeof also, value: number): number =>
  strengthAt(also[measure], value)

import type { EvidenceType } from '#contract/evidence.ts'
import { clamp } from '../math.ts'

export interface Anchors {
  unit: string
  points: [value: number, strength: number][]
}

/** A grade, up or down. */
const hill: Anchors = {
  unit: '%',
  points: [
    [15, 0.35],
    [25, 0.46],
    [30, 0.51],
    [50, 0.73],
    [80, 0.92],
  ],
}
/** How far the horizon moves, of the picture's height. */
const seenHill: Anchors = {
  unit: '%',
  points: [
    [3, 0.48],
    [9, 0.56],
    [15, 0.57],
    [25, 0.58],
  ],
}

/**
 * The strength (0 to 1) of the values that evidence is named by, piecewise linear between [value, strength];
 * `also` has what else decides it.
 * The values are physical, so a dull ride doesn't get a best moment just because it needs one. Below the
 * first value the strength is zero. The table must rise: more airtime never lowers a score.
 *
 * Kinds are comparable: a strength is about the intensity (docs/evaluation.md) that moments with such a value have.
 * The less a measurement says about it, the flatter its line, so that chance doesn't decide which moment comes first.
 */
const table: Record<EvidenceType, Anchors> = {
  jump: {
    unit: 's',
    points: [
      [0.2, 0.38],
      [0.3, 0.45],
      [0.6, 0.62],
      [1, 0.8],
      [1.5, 0.95],
      [2.5, 1],
    ],
  },
  hard_landing: {
    unit: 'g',
    points: [
      [1.6, 0.35],
      [2, 0.45],
      [4, 0.7],
      [6, 0.85],
      [8, 0.95],
    ],
  },
  impact: {
    unit: 'g',
    points: [
      [3, 0.4],
      [4, 0.5],
      [6, 0.7],
      [8, 0.85],
    ],
  },
  rollover: {
    unit: '°',
    points: [
      [100, 0.7],
      [120, 0.85],
      [180, 0.95],
    ],
  },
  rotation: {
    unit: '°',
    points: [
      [90, 0.45],
      [180, 0.65],
      [270, 0.8],
      [360, 0.95],
    ],
  },
  sharp_turn: {
    unit: '°',
    points: [
      [40, 0.35],
      [70, 0.45],
      [90, 0.56],
      [180, 0.68],
      [360, 0.85],
    ],
  },
  hard_braking: {
    unit: 'g',
    points: [
      [0.3, 0.35],
      [0.45, 0.45],
      [0.8, 0.65],
      [1.2, 0.8],
    ],
  },
  slowing: {
    unit: '%',
    points: [
      [35, 0.45],
      [55, 0.56],
      [80, 0.585],
      [100, 0.6],
    ],
  },
  // Every ride accelerates after a bend, so it takes more acceleration than braking.
  acceleration: {
    unit: 'g',
    points: [
      [0.3, 0.3],
      [0.6, 0.44],
      [0.8, 0.62],
      [1.2, 0.8],
    ],
  },
  speed: {
    unit: 'km/h',
    points: [
      [40, 0.33],
      [60, 0.4],
      [80, 0.6],
      [110, 0.85],
      [140, 0.97],
    ],
  },
  fast_stretch: {
    unit: '×',
    points: [
      [1.3, 0.42],
      [1.8, 0.5],
      [2.5, 0.6],
      [3, 0.65],
      [4, 0.75],
      [5, 0.83],
    ],
  },
  swing: {
    unit: 'widths',
    points: [
      [0.2, 0.1],
      [0.27, 0.42],
      [0.35, 0.63],
      [0.7, 0.67],
      [1.5, 0.7],
    ],
  },
  shaken_picture: {
    unit: '×',
    points: [
      [1.3, 0.46],
      [2, 0.56],
      [3, 0.605],
      [5, 0.68],
    ],
  },
  seen_climb: seenHill,
  seen_descent: seenHill,
  rough_ground: {
    unit: 'g',
    points: [
      [0.3, 0.35],
      [0.5, 0.46],
      [0.8, 0.64],
      [1.2, 0.84],
      [2, 0.95],
    ],
  },
  climb: hill,
  descent: hill,
  cheer: {
    unit: 'dB',
    points: [
      [4, 0.42],
      [10, 0.52],
      [24, 0.6],
    ],
  },
  motion_burst: {
    unit: '×',
    points: [
      [1.3, 0.34],
      [2, 0.51],
      [2.5, 0.6],
      [4, 0.72],
      [8, 0.78],
    ],
  },
  sound_burst: {
    unit: 'dB',
    points: [
      [4, 0.35],
      [7, 0.5],
      [12, 0.64],
      [20, 0.74],
    ],
  },
  air_then_thump: {
    unit: 's',
    points: [
      [0.2, 0.42],
      [0.5, 0.54],
      [0.8, 0.68],
      [1.05, 0.79],
      [1.35, 0.92],
    ],
  },
  rush: {
    unit: 'dB',
    points: [
      [3, 0.42],
      [5, 0.52],
      [8, 0.62],
      [14, 0.72],
    ],
  },
  splash: {
    unit: 'dB',
    points: [
      [6, 0.45],
      [9, 0.61],
      [16, 0.63],
      [26, 0.66],
    ],
  },
  scenic: {
    unit: '×',
    points: [
      [1.05, 0.44],
      [1.12, 0.51],
      [1.2, 0.6],
      [1.35, 0.74],
      [1.5, 0.82],
      [2, 0.86],
    ],
  },
  camera_tag: {
    unit: '',
    points: [
      [0, 0.4],
      [0.65, 0.65],
      [1, 1],
    ],
  },
  // Nothing says how often a model's labels are right, so they count for nothing.
  label: {
    unit: '%',
    points: [
      [0, 0],
      [100, 0],
    ],
  },
}

export const unitOf = (type: EvidenceType) => table[type].unit

export const anchorsOf = (type: EvidenceType): Anchors['points'] => table[type].points

/** Piecewise linear between points; zero below the first one and for missing values. */
export function strengthAt(points: Anchors['points'], value: number): number {
  const first = points[0]!
  if (!(value >= first[0])) return 0
  for (let i = 1; i < points.length; i++) {
    const [x0, y0] = points[i - 1]!
    const [x1, y1] = points[i]!
    if (value <= x1) return y0 + ((y1 - y0) * (value - x0)) / (x1 - x0)
  }
  return clamp(points.at(-1)![1], 0, 1)
}

/** Strength 0 to 1 of a measured value from the fixed anchors; never falls as the value grows. */
export const strengthOf = (type: EvidenceType, value: number): number => strengthAt(anchorsOf(type), value)

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

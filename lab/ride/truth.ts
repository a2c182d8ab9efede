/** The ground truth of a ride, which the analysis is measured against. Times in seconds of the video. */

export const rideKinds = ['ride', 'lot', 'cruise', 'edited', 'stabilized', 'vibration'] as const
export type RideKind = (typeof rideKinds)[number]

export const rideEventTypes = [
  'jump',
  'speed',
  'corner',
  'brake',
  'rough',
  'climb',
  'descent',
  'water',
  'scenic',
  'cheer',
] as const
export type RideEventType = (typeof rideEventTypes)[number]

export interface RideEvent {
  type: RideEventType
  /** as a viewer would cut it; see docs/evaluation.md */
  start: number
  end: number
  core: number
  /** 0 to 1, how intense a viewer finds it */
  intensity: number
  /** jump s of airtime, speed km/h, corner degrees, brake g, rough g RMS, climb and descent degrees, others s */
  value: number
  unit: string
}

export interface RideCut {
  /** seconds; the middle of a fade or dissolve */
  time: number
  kind: 'cut' | 'fade' | 'dissolve'
  start: number
  end: number
}

/** Something that looks or sounds like a highlight but isn't one. */
export interface RideDistractor {
  type: string
  start: number
  end: number
}

export interface RideTruth {
  seed: number
  kind: RideKind
  durationSeconds: number
  events: RideEvent[]
  cuts: RideCut[]
  distractors: RideDistractor[]
}

/** Below this a viewer would not cut it out: it is then a distractor of type minor_…, not an event. */
export const intensityFloor = 0.4

/** A viewer's cut of a jump includes a little of the approach and of riding away. */
export const jumpMargins = { before: 1.2, after: 1.3 } as const
/** Sustained events are cut where they fall below this share of their peak, plus this margin. */
export const sustainedCut = { share: 0.6, margin: 0.4 } as const
/** Shortest and longest cut of a highlight, seconds. */
export const cutLength = { min: 2, max: 12 } as const

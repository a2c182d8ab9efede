/** What a video really contains; the format of the truth files that docs/evaluation.md describes. Seconds. */
export interface TruthEvent {
  type: string
  start: number
  end: number
  core: number
  /** 0 to 1; null where nobody judged it */
  intensity: number | null
  /** of a jump: airtime in seconds */
  value: number | null
}

export interface TruthCut {
  time: number
  /** first and last moment of a fade or dissolve; the same as `time` for a hard cut */
  start: number
  end: number
}

export interface Truth {
  durationSeconds: number
  events: TruthEvent[]
  cuts: TruthCut[]
}

/** One moment that a method found. */
export interface Found {
  start: number
  end: number
  score: number
  /** what the analysis made the score of; absent for baselines */
  strength?: number
  /** airtime in seconds where the method measured one */
  airtime: number | null
  /** what the method takes it for; absent for baselines, which take it for nothing */
  kind?: string
}

/** One video with what it contains and what a method found in it. */
export interface Judged {
  truth: Truth
  found: Found[]
  /** changes of shot, seconds; null when the method looks for none */
  cuts: number[] | null
  /** starts of the scenes that users see, seconds, without the first one; null when the method tells no scenes */
  sceneStarts: number[] | null
}

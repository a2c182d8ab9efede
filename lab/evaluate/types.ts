/** The ground truth of a video; the truth file format in docs/evaluation.md. Seconds. */
export interface TruthEvent {
  type: string
  start: number
  end: number
  core: number
  /** 0 to 1; null when not rated */
  intensity: number | null
  /** for a jump: airtime in seconds */
  value: number | null
}

export interface TruthCut {
  time: number
  /** first and last moment of a fade or dissolve; equals `time` for a hard cut */
  start: number
  end: number
}

export interface Truth {
  durationSeconds: number
  events: TruthEvent[]
  cuts: TruthCut[]
}

/** One highlight that a method found. */
export interface Found {
  start: number
  end: number
  score: number
  /** the strength from which the analysis made the score; absent for baselines */
  strength?: number
  /** airtime in seconds, if the method measured one */
  airtime: number | null
  /** the kind the method takes it for; absent for baselines */
  kind?: string
}

/** One video with its ground truth and what a method found in it. */
export interface Judged {
  truth: Truth
  found: Found[]
  /** shot changes, seconds; null when the method looks for none */
  cuts: number[] | null
  /** scene starts as users see them, seconds, without the first; null when the method reports no scenes */
  sceneStarts: number[] | null
}

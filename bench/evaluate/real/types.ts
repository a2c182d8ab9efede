import type { EvidenceType } from '#contract/evidence.ts'
import type { Telemetry } from '#telemetry/types.ts'

/** What people who watched the drive wrote down. Seconds. */
export interface Label {
  /** the dataset's own word, in English */
  name: string
  start: number
  end: number
  /** the evidence that should be found here; null where the product has no such kind */
  wanted: EvidenceType | null
  /** false for gentle driving, where finding something is a false alarm */
  aggressive: boolean
}

/** One recording, as the detectors get it. */
export interface Recording {
  name: string
  seconds: number
  telemetry: Telemetry
  labels: Label[]
}

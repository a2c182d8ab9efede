import type { EvidenceType } from '#contract/evidence.ts'
import type { Telemetry } from '#telemetry/types.ts'

/** Notes by people who watched the drive. Seconds. */
export interface Label {
  /** the dataset's name for it, in English */
  name: string
  start: number
  end: number
  /** the evidence that should be found here; null when the product has no such kind */
  wanted: EvidenceType | null
  /** false for gentle driving, where any find is a false alarm */
  aggressive: boolean
}

/** One recording, as the detectors receive it. */
export interface Recording {
  name: string
  seconds: number
  telemetry: Telemetry
  labels: Label[]
}

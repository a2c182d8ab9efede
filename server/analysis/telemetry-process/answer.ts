import type { AddedRideAnswer, TelemetrySummary } from '#contract/analysis.ts'
import type { TelemetryProblem } from '#telemetry/problems/index.ts'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'

/**
 * A series without its numbers: `rows` times as f64, then rows × axes values, f64 if `precise`, otherwise
 * f32.
 */
export type SeriesHead = Omit<TelemetrySeries, 'times' | 'values'> & { rows: number; precise: boolean }

/** What is stored of a ride that a rider added to a video. */
export interface Ride extends Omit<AddedRideAnswer, 'chosen' | 'begins'> {
  /** when it began, as its recorder says, Unix seconds; null without dates */
  begins: number | null
}

/** The reading process's result. */
export interface Found {
  /** why there is no telemetry, or why some is missing */
  notes: string[]
  summary: TelemetrySummary | null
  /** of a ride that was added; null for a camera's own telemetry */
  ride: Ride | null
  /** null when the file has neither telemetry nor tags */
  telemetry: (Omit<Telemetry, 'series'> & { series: SeriesHead[] }) | null
}

/** The single line printed by the reading process. */
export type Answer =
  | Found
  | { refused: TelemetryProblem }
  | { outOfMemory: true }
  /** an internal or disk error: the stack, for the log */
  | { failed: string }

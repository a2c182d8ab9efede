import type { TelemetrySummary } from '#contract/analysis.ts'
import type { TelemetryErrorCode } from '#telemetry/source.ts'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'

/** A series without its numbers: `rows` times as f64, then rows × axes values, f64 where `precise`, else f32. */
export type SeriesHead = Omit<TelemetrySeries, 'times' | 'values'> & { rows: number; precise: boolean }

/** What the reading process found. */
export interface Found {
  /** why there is no telemetry, or why some of it is missing */
  notes: string[]
  summary: TelemetrySummary | null
  /** null when the file has neither telemetry nor tags */
  telemetry: (Omit<Telemetry, 'series'> & { series: SeriesHead[] }) | null
}

/** The one line that the reading process prints. */
export type Answer =
  | Found
  | { refused: { code: TelemetryErrorCode; message: string } }
  | { outOfMemory: true }
  /** a fault of ours or of the disk: the stack, for the log */
  | { failed: string }

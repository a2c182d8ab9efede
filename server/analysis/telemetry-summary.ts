import type { TelemetrySummary } from '#contract/analysis.ts'
import type { Telemetry } from '#telemetry/types.ts'
import { round } from './math.ts'

/** A summary of the file's telemetry for display; null when it has none. */
export function summarizeTelemetry(telemetry: Telemetry | null): TelemetrySummary | null {
  if (!telemetry) return null
  const streams = [...telemetry.series.values()].map(({ fourcc, name, times }) => {
    const seconds = times.length > 1 ? times.at(-1)! - times[0]! : 0
    return {
      fourcc,
      name,
      samples: times.length,
      hz: seconds > 0 ? round((times.length - 1) / seconds, 1) : 0,
    }
  })
  const pace = telemetry.pace === undefined ? null : round(telemetry.pace, 3)
  return { device: telemetry.device, streams, cameraTags: telemetry.tags.length, pace }
}

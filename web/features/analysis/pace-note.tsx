import type { TelemetrySummary } from '#contract/analysis.ts'
import { recordedAs } from '#contract/telemetry.ts'
import { texts } from '#texts/features/analysis/pace.ts'

/** 10, or 1.7 for one that is small. */
const factor = (times: number) => String(Number(times.toFixed(times < 3 ? 1 : 0)))

/** What can't be measured, or is measured otherwise, in a video that doesn't show its ride in real time. */
export function PaceNote({ telemetry }: { telemetry: TelemetrySummary | null }) {
  const pace = telemetry?.pace
  if (!pace) return null
  const said = {
    lapse: () => texts.lapse({ factor: factor(pace) }),
    slow: () => texts.slow({ factor: factor(1 / pace) }),
    varying: () => texts.varying,
  }
  return <p className="text-muted text-sm">{said[recordedAs(pace)]()}</p>
}

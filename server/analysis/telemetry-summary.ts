import type { AddedRide, TelemetrySummary } from '#contract/analysis.ts'
import type { AddedRide as Merged, Telemetry } from '#telemetry/types.ts'
import { round } from './math.ts'
import type { Ride } from './telemetry-process/index.ts'

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
  const { format, device, dropped, tags, added, pace } = telemetry
  return {
    ...{ format, device, streams, cameraTags: tags.length },
    ...(dropped ? { dropped } : {}),
    ...(pace === undefined ? {} : { pace: round(pace, 3) }),
    ...(added ? { added: addedOf(added) } : {}),
  }
}

/** Most speeds stored of a ride: one a second for five and a half hours. */
const mostSpeeds = 20_000

/** How long a ride is and how fast it went. */
export function rideOf({ begins, series }: Telemetry): Ride {
  const seconds = Math.max(0, ...[...series.values()].map(({ times }) => times.at(-1) ?? 0))
  const stepSeconds = Math.max(1, Math.ceil(seconds / mostSpeeds))
  const track = series.get('GPS5')
  const speeds: (number | null)[] = track
    ? Array.from({ length: Math.floor(seconds / stepSeconds) + 1 }, () => null)
    : []
  track?.times.forEach((time, row) => {
    speeds[Math.floor(time / stepSeconds)] = round(track.values[row * track.axes + 3]!, 2)
  })
  return { begins: begins ?? null, seconds: round(seconds, 3), stepSeconds, speeds }
}

/** The ride that was merged in, and how it was laid. */
function addedOf({ placement, begins, seconds, ...about }: Merged): AddedRide {
  return {
    ...about,
    begins: begins === null ? null : new Date(begins * 1000).toISOString(),
    seconds: round(seconds, 3),
    offset: round(placement.offset, 3),
    method: placement.method,
    confidence: placement.confidence && round(placement.confidence, 3),
    best: placement.best.map(({ offset, confidence }) => ({
      offset: round(offset, 3),
      confidence: confidence && round(confidence, 3),
    })),
  }
}

import type { AnalysisResult, Evidence, Highlight, TimeSpan } from '#contract/analysis.ts'
import { told } from '#server/platform/db/told.ts'
import { indexAt, positionSeries } from '#telemetry/derive.ts'
import { haversine } from '#telemetry/sidecar/positions.ts'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'
import { headline } from './highlights/describe.ts'
import { nameOf } from './highlights/names.ts'
import { median, round } from './math.ts'

/** Radius in m around the first and last position of a ride that others are not shown. */
export const homeZoneMeters = 300
/**
 * Receivers drift for some seconds after the first fix, so each end of a ride has a second center: its median
 * position.
 */
const settlingSeconds = 10

interface Place {
  latitude: number
  longitude: number
}

/** The zone's centers: the first and last fix, and the median position of the seconds there. */
function endsOf({ times, values, axes }: TelemetrySeries): Place[] {
  const placeAt = (row: number): Place => ({
    latitude: values[row * axes]!,
    longitude: values[row * axes + 1]!,
  })
  const medianOf = (from: number, to: number): Place => {
    const places = Array.from({ length: to - from }, (_, i) => placeAt(from + i))
    return {
      latitude: median(places.map(place => place.latitude)),
      longitude: median(places.map(place => place.longitude)),
    }
  }
  const last = times.length - 1
  return [
    placeAt(0),
    medianOf(0, Math.max(1, indexAt(times, times[0]! + settlingSeconds))),
    medianOf(Math.min(last, indexAt(times, times[last]! - settlingSeconds)), times.length),
    placeAt(last),
  ]
}

/**
 * When the ride is within `meters` of its start or end, even in passing: separate spans in seconds of the
 * video, in order. Where positions are missing, the span lasts from the last known position to the next one
 * if either lies inside; everything before the first fix and after the last one is always inside. Empty
 * without positions.
 */
export function homeZoneOf(
  telemetry: Telemetry | null,
  durationSeconds: number,
  meters = homeZoneMeters,
): TimeSpan[] {
  const series = telemetry && positionSeries(telemetry)
  if (!series || series.times.length === 0) return []
  const { times, values, axes } = series
  const ends = endsOf(series)
  const inside = (row: number) =>
    ends.some(
      ({ latitude, longitude }) =>
        haversine(latitude, longitude, values[row * axes]!, values[row * axes + 1]!) <= meters,
    )
  const spans: TimeSpan[] = []
  let start: number | null = 0
  for (let row = 0; row < times.length; row++) {
    if (inside(row)) start ??= row === 0 ? 0 : times[row - 1]!
    else if (start !== null) {
      spans.push({ start, end: times[row]! })
      start = null
    }
  }
  if (start !== null) spans.push({ start, end: durationSeconds })
  return spans.map(span => ({ start: round(span.start, 2), end: round(span.end, 2) }))
}

const touches = (zone: readonly TimeSpan[], start: number, end: number): boolean =>
  zone.some(span => start <= span.end && end >= span.start)

/**
 * A highlight without GPS measurements from inside the zone; measurements by picture, sound and motion
 * sensors stay.
 */
function outside(highlight: Highlight, zone: readonly TimeSpan[]): Highlight {
  const [lead] = highlight.evidence
  const hidden = ({ source, start, end }: Evidence) => source === 'gps' && touches(zone, start, end)
  const evidence = highlight.evidence.filter(item => !hidden(item))
  if (!lead || evidence.length === highlight.evidence.length) return highlight
  const [first] = evidence
  // Its sentence goes with its text: both would say what is hidden.
  return {
    ...highlight,
    evidence,
    ...told({ description: first ? headline(first, evidence) : nameOf(lead.type) }),
  }
}

/** What of a home zone stays hidden. @param showHomeZone the rider has turned off hiding */
export const hiddenZone = (
  zone: readonly TimeSpan[] | undefined,
  showHomeZone: boolean,
): readonly TimeSpan[] => (showHomeZone ? [] : (zone ?? []))

/**
 * The part of a result for texts that others see: speeds, climbs and the like that GPS measured inside the
 * home zone are left out, because they reveal its location. Indexes don't change.
 * @param showHomeZone the rider has turned off hiding
 */
export const factsFor = <T extends Pick<AnalysisResult, 'highlights' | 'scenes' | 'homeZone'>>(
  result: T,
  showHomeZone: boolean,
): T => publicFacts(result, hiddenZone(result.homeZone, showHomeZone))

/** The same, for a zone in seconds of the video. */
export const publicFacts = <T extends Pick<AnalysisResult, 'highlights' | 'scenes'>>(
  result: T,
  zone: readonly TimeSpan[],
): T => ({
  ...result,
  highlights: result.highlights.map(highlight => outside(highlight, zone)),
  scenes: result.scenes.map(scene =>
    touches(zone, scene.timestamp, scene.end)
      ? { ...scene, ...told({ description: scene.sceneType }) }
      : scene,
  ),
})

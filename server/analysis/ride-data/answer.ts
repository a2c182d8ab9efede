import type { Evidence, Highlight, TimeSpan } from '#contract/analysis.ts'
import type { RideDataAnswer, RideMarker, TrackPoint } from '#contract/ride-data.ts'
import type { StoredRide } from './measure.ts'

/** Spans are stored to a hundredth of a second, so a point this close to one counts as inside. */
const rounding = 0.01

/** The track without the points inside the spans, split where some were left out. */
export function cutTrack<P extends readonly [time: number, ...place: number[]]>(
  track: readonly (readonly P[])[],
  spans: readonly TimeSpan[],
): P[][] {
  const inside = ([time]: P) =>
    spans.some(({ start, end }) => time >= start - rounding && time <= end + rounding)
  const left: P[][] = []
  for (const stretch of track) {
    let open: P[] = []
    let last: P | undefined
    for (const point of stretch) {
      // If a span lies between two points outside, the track crosses the zone.
      const passes = last && spans.some(({ start, end }) => start >= last![0] && end <= point[0])
      if ((inside(point) || passes) && open.length > 0) {
        left.push(open)
        open = []
      }
      if (!inside(point)) open.push(point)
      last = point
    }
    if (open.length > 0) left.push(open)
  }
  return left
}

export type Found = Pick<Highlight, 'start' | 'end' | 'description'> & {
  evidence: readonly Pick<Evidence, 'type' | 'start' | 'end' | 'core' | 'text'>[]
}

/** Highlights, and the jumps in their evidence, in time order. */
export function markersOf(highlights: readonly Found[]): RideMarker[] {
  const marked = highlights.flatMap((highlight): RideMarker[] => [
    {
      kind: 'highlight',
      start: highlight.start,
      end: highlight.end,
      at: highlight.evidence[0]?.core ?? highlight.start,
      text: highlight.description,
    },
    ...highlight.evidence
      .filter(({ type }) => type === 'jump')
      .map(({ start, end, core, text }) => ({ kind: 'jump' as const, start, end, at: core, text })),
  ])
  return marked.sort((a, b) => a.start - b.start)
}

const nothing = { series: [], track: [], homeZoneHidden: false, markers: [] }

/**
 * The ride data of the API's answer.
 * @param found from the newest completed analysis; null when there is none
 * @param showHomeZone the rider has turned off hiding
 */
export function rideAnswer(
  found: { result: { telemetry: unknown; highlights: readonly Found[] }; ride: StoredRide | null } | null,
  showHomeZone: boolean,
): RideDataAnswer {
  if (!found) return { state: 'pending', ...nothing }
  const { result, ride } = found
  if (!ride) return { state: result.telemetry ? 'outdated' : 'none', ...nothing }
  // Telemetry may contain nothing to draw: only brightness and scene classes.
  if (ride.series.length === 0 && ride.track.length === 0) return { state: 'none', ...nothing }
  const track = showHomeZone ? ride.track : cutTrack(ride.track, ride.homeZone)
  const length = (stretches: readonly TrackPoint[][]) => stretches.flat().length
  return {
    state: 'ready',
    series: ride.series,
    track,
    homeZoneHidden: length(track) < length(ride.track),
    markers: markersOf(result.highlights),
  }
}

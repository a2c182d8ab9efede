import type { Evidence, Highlight, TimeSpan } from '#contract/analysis.ts'
import type { RideDataAnswer, RideMarker, TrackPoint } from '#contract/ride-data.ts'
import type { StoredRide } from './measure.ts'

/** Spans are kept to a hundredth of a second: a point that close to one lies inside. */
const rounding = 0.01

/** The track without the points inside the spans, broken where some were left out. */
export function cutTrack(
  track: readonly (readonly TrackPoint[])[],
  spans: readonly TimeSpan[],
): TrackPoint[][] {
  const inside = ([time]: TrackPoint) =>
    spans.some(({ start, end }) => time >= start - rounding && time <= end + rounding)
  const left: TrackPoint[][] = []
  for (const stretch of track) {
    let open: TrackPoint[] = []
    let last: TrackPoint | undefined
    for (const point of stretch) {
      // A span between two points that are both outside is a way through the zone.
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

type Found = Pick<Highlight, 'start' | 'end' | 'description'> & {
  evidence: readonly Pick<Evidence, 'type' | 'start' | 'end' | 'core' | 'text'>[]
}

/** Highlights, and the jumps in their evidence, in the order of time. */
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
 * What is answered about a ride.
 * @param found of the newest completed analysis; null when there is none
 * @param showHomeZone the rider has turned hiding off
 */
export function rideAnswer(
  found: { result: { telemetry: unknown; highlights: readonly Found[] }; ride: StoredRide | null } | null,
  showHomeZone: boolean,
): RideDataAnswer {
  if (!found) return { state: 'pending', ...nothing }
  const { result, ride } = found
  if (!ride) return { state: result.telemetry ? 'outdated' : 'none', ...nothing }
  // Telemetry may hold nothing that could be drawn: brightness and scene classes alone.
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

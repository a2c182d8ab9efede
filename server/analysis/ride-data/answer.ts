import type { Evidence, Highlight } from '#contract/analysis.ts'
import type { RideDataAnswer, RideMarker } from '#contract/ride-data.ts'
import { inWordsFor, type Wording } from '#server/core/sentences.ts'
import type { ShownFindings } from '../private-places/shown.ts'

type Found = Pick<Highlight, 'start' | 'end' | 'description'> & {
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
 * @param found by the newest completed analysis, as the viewer may see it; null when there is none
 */
export function rideAnswer(
  found: Pick<ShownFindings, 'result' | 'ride'> | null,
  wording: Wording,
): RideDataAnswer {
  if (!found) return { state: 'pending', ...nothing }
  const { result, ride } = found
  if (!ride) return { state: 'none', ...nothing }
  // Telemetry may contain nothing to draw: only brightness and scene classes.
  if (ride.series.length === 0 && ride.track.length === 0 && !ride.placesHidden)
    return { state: 'none', ...nothing }
  return {
    state: 'ready',
    series: [...ride.series],
    track: [...ride.track],
    homeZoneHidden: ride.placesHidden,
    markers: markersOf(inWordsFor(result.highlights, wording)),
  }
}

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { aiPanelPollMs } from '#contract/constants.ts'
import type { RideDataAnswer, RideMarker } from '#contract/ride-data.ts'
import { texts } from '#texts/features/ride-data.ts'
import { aiStatusQuery, resultsOf } from '../../entities/highlight/analysis-status.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { reading } from '../../lib/calls/call.ts'
import { createStore } from '../../lib/store.ts'
import { viewerUnits } from '../../lib/units.ts'
import { Section } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { lineOf } from './lines.ts'
import { MarkerKey } from './map-key.tsx'
import { Plots } from './plots.tsx'
import { RideMap } from './ride-map.tsx'
import { useWhileOnScreen } from './use-moving.ts'

export interface RideDataProps {
  videoId: string
  /** of the player that the plots and the map follow and control */
  playback: Playback
  /** seconds of the video */
  duration: number
  /** as anyone sees it: what the rider lets others see, by staff's approval */
  published?: boolean
  /** the highlights as shown on the page; the analysis's own unless given */
  highlights?: readonly { start: number; end: number; description: string }[]
}

export default function RideDataView({ videoId, published = false, ...rest }: RideDataProps) {
  const { data: status } = useQuery({ ...aiStatusQuery(videoId, aiPanelPollMs), enabled: !published })
  const { queryKey, queryFn } = reading(published ? 'publicRideData' : 'rideData', {
    params: { id: videoId },
  })
  // Every run of the analysis measures the ride again.
  const query = useQuery({
    queryKey: [...queryKey, resultsOf(status)],
    queryFn,
    enabled: published || status !== undefined,
  })
  return (
    <Section id="ride-data" title={texts.title} className="@container">
      <Loaded query={query} skeleton={<Skeleton className="h-96" />} failed={texts.failed}>
        {answer =>
          answer.state === 'ready' ? (
            <Ride answer={answer} own={!published} {...rest} />
          ) : (
            <EmptyState title={texts[answer.state].title}>{texts[answer.state].text}</EmptyState>
          )
        }
      </Loaded>
    </Section>
  )
}

function Ride({
  answer,
  playback,
  duration,
  highlights,
  own,
}: { answer: RideDataAnswer; own: boolean } & Omit<RideDataProps, 'videoId' | 'published'>) {
  const [ref, time] = useWhileOnScreen<HTMLDivElement>(playback)
  const [hover] = useState(() => createStore<number | null>(null))
  const [units] = useState(viewerUnits)
  const lines = useMemo(
    () => answer.series.map(series => ({ measure: series.measure, line: lineOf(series) })),
    [answer],
  )
  const markers = useMemo(() => markersOf(answer, highlights), [answer, highlights])
  const lineFor = (measure: 'speed' | 'height') => lines.find(one => one.measure === measure)?.line ?? null
  const shared = { markers, duration, hover, units, time, onSeek: playback.seek }
  const { hidden, allHidden } = texts.map
  return (
    <div ref={ref} className="grid gap-x-8 gap-y-6 @2xl:grid-cols-2">
      {answer.track.length > 0 ? (
        <div>
          <RideMap track={answer.track} speed={lineFor('speed')} height={lineFor('height')} {...shared} />
          {own && answer.homeZoneHidden && <p className="mt-1 text-muted text-xs">{hidden}</p>}
        </div>
      ) : (
        answer.homeZoneHidden && <EmptyState title={allHidden.title}>{allHidden.text}</EmptyState>
      )}
      <div className={answer.track.length > 0 || answer.homeZoneHidden ? undefined : '@2xl:col-span-2'}>
        {lines.length > 0 && <Plots lines={lines} {...shared} />}
        {markers.length > 0 && (
          <div className="mt-3">
            <MarkerKey />
          </div>
        )}
      </div>
    </div>
  )
}

/** The measured jumps, and the highlights shown on the page. */
function markersOf(answer: RideDataAnswer, highlights: RideDataProps['highlights']): RideMarker[] {
  if (!highlights) return answer.markers
  const shown = highlights.map(({ start, end, description }): RideMarker => {
    const measured = answer.markers.find(one => one.kind === 'highlight' && one.at >= start && one.at <= end)
    return { kind: 'highlight', start, end, at: measured?.at ?? start, text: description }
  })
  return [...shown, ...answer.markers.filter(({ kind }) => kind === 'jump')].sort((a, b) => a.start - b.start)
}

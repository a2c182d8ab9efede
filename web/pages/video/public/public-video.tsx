import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import type { PublicVideo as Video } from '#contract/sharing/public-video.ts'
import { HighlightTimeline } from '../../../entities/highlight/timeline/highlight-timeline.tsx'
import type { Playback } from '../../../entities/player/playback.ts'
import { PosterPlayer } from '../../../entities/player/poster-player.tsx'
import { usePlayback } from '../../../entities/player/use-playback.ts'
import { texts as videoTexts } from '../../../entities/video/texts.ts'
import { RideData } from '../../../features/ride-data/ride-data.tsx'
import { JoinLine, ReportButton } from '../../../features/sharing/watching.tsx'
import { ApiError } from '../../../lib/calls/api.ts'
import { reading } from '../../../lib/calls/call.ts'
import { formatClock, formatDate } from '../../../lib/format.ts'
import { Section } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { FullSpinner } from '../../../ui/spinner.tsx'
import { posterOf, startOf } from '../rules.ts'
import { PublicHighlights } from './public-highlights.tsx'
import { texts } from './texts.ts'

/** A published video as anyone sees it. @param gone shown when there is none under this id */
export function PublicVideo({ id, gone }: { id: string; gone: ReactNode }) {
  const { data, error, refetch } = useQuery({
    ...reading('publicVideo', { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // 422: the address holds no valid id.
  if (error instanceof ApiError && [404, 422].includes(error.status)) return gone
  if (error) return <ErrorState title={texts.failed} error={error} onRetry={() => void refetch()} />
  return data ? <View video={data} /> : <FullSpinner label={texts.loading} />
}

function View({ video }: { video: Video }) {
  const [search] = useSearchParams()
  const playback = usePlayback(startOf(search.get('t'), video.duration))
  return (
    <div className="page py-5 sm:py-8">
      <div className="grid grid-cols-1 items-start gap-7 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0 lg:col-start-1">
          <Stage video={video} playback={playback} />
          <div className="mt-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <div className="min-w-0 flex-1 basis-64">
              <PageTitle title={video.title} className="break-words text-[2rem] sm:text-[2.5rem]" />
              <p className="numeric mt-1 break-words text-muted">{factsOf(video).join(' · ')}</p>
            </div>
            <ReportButton about={{ videoId: video.id }} />
          </div>
          {video.description && (
            <p className="mt-4 max-w-prose whitespace-pre-line break-words">{video.description}</p>
          )}
        </div>
        {video.highlights.length > 0 && (
          <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <Section id="highlights" title={texts.highlights}>
              <PublicHighlights highlights={video.highlights} playback={playback} />
            </Section>
          </div>
        )}
        {video.hasRideData && (
          <div className="min-w-0 lg:col-start-1">
            <RideData published videoId={video.id} playback={playback} duration={video.duration} />
          </div>
        )}
      </div>
      <JoinLine />
    </div>
  )
}

/** The player with the ride's excitement below it. */
function Stage({ video, playback }: { video: Video; playback: Playback }) {
  const { streamId, title, duration, curve } = video
  return (
    <>
      <PosterPlayer
        streamId={streamId}
        title={title}
        duration={duration}
        playback={playback}
        poster={posterOf({ thumbnailUrl: null }, streamId, playback.startAt)}
      />
      {curve && curve.values.length > 0 && duration > 0 && (
        <div className="mt-4 rounded-lg border border-line bg-surface px-4 pt-5 pb-3.5">
          <HighlightTimeline
            duration={duration}
            curve={curve}
            clips={video.highlights}
            scenes={video.scenes}
            time={playback}
            onSeek={playback.seek}
          />
        </div>
      )}
    </>
  )
}

const factsOf = ({ rider, duration, category, publishedAt }: Video): string[] => [
  ...(rider ? [texts.by(rider)] : []),
  formatClock(duration),
  videoTexts.categories[category],
  ...(publishedAt ? [formatDate(publishedAt)] : []),
]

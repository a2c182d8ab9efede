import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { startOf } from '#contract/paths.ts'
import type { PublicVideo as Video } from '#contract/sharing/public-video.ts'
import { HighlightTimeline } from '../../../entities/highlight/timeline/highlight-timeline.tsx'
import type { Playback } from '../../../entities/player/playback.ts'
import { PosterPlayer } from '../../../entities/player/poster-player.tsx'
import { usePlayback } from '../../../entities/player/use-playback.ts'
import { texts as videoTexts } from '../../../entities/video/texts.ts'
import { titleLook } from '../../../entities/video/title-look.ts'
import { RideData } from '../../../features/ride-data/ride-data.tsx'
import { JoinLine, ReportButton } from '../../../features/sharing/watching.tsx'
import { ApiError } from '../../../lib/calls/api.ts'
import { reading } from '../../../lib/calls/call.ts'
import { formatClock, formatDate } from '../../../lib/format.ts'
import { Section } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { FullSpinner } from '../../../ui/spinner.tsx'
import { posterOf } from '../rules.ts'
import { PublicPlaces } from './places.tsx'
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
    <PublicPlaces
      stage={<Stage video={video} playback={playback} />}
      title={<PageTitle title={video.title} className={titleLook} />}
      facts={<p className="numeric mt-1 break-words text-muted">{factsOf(video).join(' · ')}</p>}
      actions={<ReportButton about={{ videoId: video.id }} />}
      words={
        video.description && (
          <p className="mt-4 max-w-prose whitespace-pre-line break-words">{video.description}</p>
        )
      }
      panel={
        video.highlights.length > 0 && (
          <Section id="highlights" title={texts.highlights}>
            <PublicHighlights highlights={video.highlights} playback={playback} />
          </Section>
        )
      }
      data={
        video.hasRideData && (
          <RideData published videoId={video.id} playback={playback} duration={video.duration} />
        )
      }
    >
      <JoinLine />
    </PublicPlaces>
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

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { startOf } from '#contract/paths.ts'
import type { PublicHighlight, PublicVideo as Video } from '#contract/sharing/public-video.ts'
import { texts as videoTexts } from '#texts/entities/video.ts'
import { texts } from '#texts/pages/video/public.ts'
import { clipAt, points } from '../../../entities/highlight/timeline/clips.ts'
import { HighlightTimeline } from '../../../entities/highlight/timeline/highlight-timeline.tsx'
import { useTime } from '../../../entities/highlight/timeline/time-source.ts'
import type { Playback } from '../../../entities/player/playback.ts'
import { PosterPlayer } from '../../../entities/player/poster-player.tsx'
import { usePlayback } from '../../../entities/player/use-playback.ts'
import { titleLook } from '../../../entities/video/title-look.ts'
import { RideData } from '../../../features/ride-data/ride-data.tsx'
import { JoinLine, ReportButton } from '../../../features/sharing/watching.tsx'
import { ApiError } from '../../../lib/calls/api.ts'
import { reading } from '../../../lib/calls/call.ts'
import { cx } from '../../../lib/cx.ts'
import { formatClock, formatDate } from '../../../lib/format.ts'
import { Section } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { FullSpinner } from '../../../ui/spinner.tsx'
import { posterOf } from '../rules.ts'
import { PublicPlaces } from './places.tsx'

/** A published video as anyone sees it. @param gone shown when there is none under this id */
export default function PublicVideo({ id, gone }: { id: string; gone: ReactNode }) {
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
  ...(rider ? [texts.by({ rider })] : []),
  formatClock(duration),
  videoTexts.categories[category],
  ...(publishedAt ? [formatDate(publishedAt)] : []),
]

/** A ride's highlights in its order; pressing one plays it. */
function PublicHighlights({
  highlights,
  playback,
}: {
  highlights: readonly PublicHighlight[]
  playback: Playback
}) {
  const inOrder = useMemo(() => [...highlights].sort((a, b) => a.start - b.start), [highlights])
  const current = useTime(playback, seconds => clipAt(inOrder, seconds))
  return (
    <ol className="-mx-2 space-y-1">
      {inOrder.map(({ start, end, description, score, clipType }, index) => (
        <li key={`${start}-${end}`}>
          <button
            type="button"
            aria-current={index === current}
            onClick={() => playback.seek(start, { play: true })}
            className={cx(
              'flex min-h-11 w-full items-baseline gap-3 rounded-md px-2 py-2 text-left transition-colors hover:bg-ground',
              index === current && 'bg-ground',
            )}
          >
            <span className="numeric w-12 shrink-0 text-muted text-sm">{formatClock(start)}</span>
            <span className="min-w-0 flex-1 text-pretty">{description}</span>
            <span
              title={texts.excitement}
              className={cx(
                'figure shrink-0 text-[1.25rem]',
                clipType === 'action' ? 'text-accent' : 'text-pine',
              )}
            >
              {points(score)}
              <span className="text-sm">%</span>
              <span className="sr-only"> {texts.excitement}</span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

import { type ReactNode, useMemo } from 'react'
import { Link, useSearchParams } from 'wouter'
import { api, coverAddress, pagePosterHeight, posterAt, startOf } from '#contract/paths.ts'
import type { PublicHighlight, PublicRide } from '#contract/sharing/public-video.ts'
import { texts } from '#texts/features/sharing/ride.ts'
import { clipAt, points } from '../../entities/highlight/timeline/clips.ts'
import { HighlightTimeline } from '../../entities/highlight/timeline/highlight-timeline.tsx'
import { useTime } from '../../entities/highlight/timeline/time-source.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { PosterPlayer } from '../../entities/player/poster-player.tsx'
import { usePlayback } from '../../entities/player/use-playback.ts'
import { titleLook } from '../../entities/video/title-look.ts'
import { cx } from '../../lib/cx.ts'
import { formatClock } from '../../lib/format.ts'
import { Section } from '../../ui/card.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Figures } from './figures.tsx'
import type { Reported } from './report-dialog.tsx'
import { WatchFoot } from './watch-foot.tsx'

/** A published or shared video for anyone: player, excitement over time, figures, highlights and chapters. */
export function RideView({
  streamId,
  title,
  duration,
  ride,
  about,
  rider,
  riderName,
  facts,
  description,
  data,
}: {
  /** of the video, or a share link's token */
  streamId: string
  title: string
  /** seconds */
  duration: number
  ride: PublicRide
  about: Reported
  /** as they gave their name; empty if they gave none */
  rider: string
  /** of their public page; null if they have none */
  riderName: string | null
  /** below the title, after the rider */
  facts: readonly string[]
  description?: string
  /** below the player */
  data?: (playback: Playback) => ReactNode
}) {
  const [search] = useSearchParams()
  const playback = usePlayback(startOf(search.get('t'), duration))
  const { highlights, scenes, curve, figures } = ride
  const inOrder = useMemo(() => [...highlights].sort((a, b) => a.start - b.start), [highlights])
  const hasChapters = scenes.length > 1
  const hasPanel = highlights.length > 0 || hasChapters
  return (
    <div className={cx('page py-5 sm:py-8', !hasPanel && 'max-w-5xl')}>
      <div
        className={cx(
          'grid grid-cols-1 items-start gap-7',
          hasPanel && 'lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]',
        )}
      >
        <div className="min-w-0 lg:col-start-1">
          <PosterPlayer
            streamId={streamId}
            title={title}
            duration={duration}
            playback={playback}
            poster={posterAt(streamId, playback.startAt, null)}
            smallPoster={playback.startAt > 0 ? undefined : coverAddress(streamId, pagePosterHeight / 2)}
          />
          {curve && curve.values.length > 0 && duration > 0 && (
            <div className="mt-4 rounded-lg border border-line bg-surface px-4 pt-5 pb-3.5">
              <HighlightTimeline
                duration={duration}
                curve={curve}
                clips={highlights}
                scenes={scenes}
                time={playback}
                onSeek={playback.seek}
              />
            </div>
          )}
          <PageTitle title={title} className={cx('mt-5', titleLook)} />
          <Byline rider={rider} riderName={riderName} facts={facts} />
          <Figures figures={figures} className="mt-5" />
          {description && <p className="mt-4 max-w-prose whitespace-pre-line break-words">{description}</p>}
        </div>
        {hasPanel && (
          <div className="min-w-0 space-y-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            {highlights.length > 0 && (
              <Moments
                id="highlights"
                title={texts.highlights}
                moments={inOrder.map(one => ({
                  start: one.start,
                  text: one.description,
                  mark: <Score {...one} />,
                }))}
                at={seconds => clipAt(inOrder, seconds)}
                playback={playback}
              />
            )}
            {hasChapters && (
              <Moments
                id="chapters"
                title={texts.chapters}
                moments={scenes.map(one => ({ start: one.timestamp, text: one.description }))}
                at={seconds => scenes.findLastIndex(({ timestamp }) => timestamp <= seconds)}
                playback={playback}
              />
            )}
          </div>
        )}
        {data && <div className="min-w-0 lg:col-start-1">{data(playback)}</div>}
      </div>
      <WatchFoot about={about} />
    </div>
  )
}

/** Whose video it is, with the way to their page, and what else is known of it. */
export function Byline({
  rider,
  riderName,
  facts,
}: {
  rider: string
  riderName: string | null
  facts: readonly string[]
}) {
  const by = rider || riderName
  return (
    <p className="numeric mt-1 break-words text-muted">
      {by && riderName ? (
        <Link href={api.riderPage(riderName)} className="font-semibold text-accent hover:underline">
          {texts.by({ rider: by })}
        </Link>
      ) : (
        by && texts.by({ rider: by })
      )}
      {by && ' · '}
      {facts.join(' · ')}
    </p>
  )
}

interface Moment {
  start: number
  /** in words */
  text: string
  /** at the end of its line */
  mark?: ReactNode
}

/** A list of moments in the ride's order; pressing one plays from there. @param at index of the one at a time, or -1 */
function Moments({
  id,
  title,
  moments,
  at,
  playback,
}: {
  id: string
  title: string
  moments: readonly Moment[]
  at: (seconds: number) => number
  playback: Playback
}) {
  const current = useTime(playback, at)
  return (
    <Section id={id} title={title}>
      <ol className="-mx-2 space-y-1">
        {moments.map(({ start, text, mark }, index) => (
          <li key={`${start}-${text}`}>
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
              <span className="min-w-0 flex-1 text-pretty first-letter:uppercase">{text}</span>
              {mark}
            </button>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** How exciting a highlight is. */
const Score = ({ score, clipType }: Pick<PublicHighlight, 'score' | 'clipType'>) => (
  <span
    title={texts.excitement}
    className={cx('figure shrink-0 text-[1.25rem]', clipType === 'action' ? 'text-accent' : 'text-pine')}
  >
    {points(score)}
    <span className="text-sm">%</span>
    <span className="sr-only"> {texts.excitement}</span>
  </span>
)

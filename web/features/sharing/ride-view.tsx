import { type ReactNode, useMemo } from 'react'
import { Link, useSearchParams } from 'wouter'
import { api, coverAddress, frameAddress, pagePosterHeight, posterAt, startOf } from '#contract/paths.ts'
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
import { Contours } from '../../ui/contours/contours.tsx'
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
  const hasPanel = highlights.length > 0 || hasChapters || Object.values(figures).some(one => one !== null)
  return (
    <div className="relative isolate">
      <Contours seed={17} rows={16} className="mask-b-from-40% -z-10 h-60" />
      <div className="page py-5 sm:py-8">
        <PageTitle title={title} className={titleLook} />
        <Byline rider={rider} riderName={riderName} facts={facts} />
        <div
          className={cx(
            'mt-4 grid grid-cols-1 items-start gap-7 sm:mt-5',
            hasPanel && 'lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_1fr]',
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
            {description && <p className="mt-5 max-w-prose whitespace-pre-line break-words">{description}</p>}
          </div>
          {hasPanel && (
            <div className="min-w-0 space-y-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
              <Figures figures={figures} />
              {highlights.length > 0 && (
                <Moments
                  id="highlights"
                  title={texts.highlights}
                  moments={inOrder.map(one => ({
                    start: one.start,
                    text: one.description,
                    frame: frameAddress(streamId, Math.floor((one.start + one.end) / 2), 180),
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
  /** the address of its picture */
  frame?: string
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
        {moments.map(({ start, text, frame, mark }, index) => (
          <li key={`${start}-${text}`}>
            <button
              type="button"
              aria-current={index === current}
              onClick={() => playback.seek(start, { play: true })}
              className={cx(
                'flex min-h-11 w-full gap-3 rounded-md px-2 py-2 text-left transition-colors hover:bg-ground',
                frame ? 'items-center' : 'items-baseline',
                index === current && 'bg-ground',
              )}
            >
              {frame ? (
                <span className="relative aspect-video w-20 shrink-0 overflow-hidden rounded-sm bg-night">
                  <span className="numeric absolute right-1 bottom-1 rounded-[4px] bg-night/82 px-1 font-semibold text-[0.6875rem] text-snow leading-4">
                    {formatClock(start)}
                  </span>
                  <img src={frame} alt="" loading="lazy" className="size-full object-cover" />
                </span>
              ) : (
                <span className="numeric w-12 shrink-0 text-muted text-sm">{formatClock(start)}</span>
              )}
              <span className="min-w-0 flex-1 text-pretty text-sm first-letter:uppercase">{text}</span>
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

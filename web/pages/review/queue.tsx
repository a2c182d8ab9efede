import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { AiProcessedVideo } from '#contract/review.ts'
import { texts as videoTexts } from '#texts/entities/video.ts'
import { texts } from '#texts/features/review.ts'
import { viralColor } from '../../entities/highlight/rules.ts'
import { StatusBadge } from '../../entities/video/status-badge.tsx'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import type { Which } from '../../features/review/calls.ts'
import { creatorName, isWaiting } from '../../features/review/rules.ts'
import type { Page } from '../../lib/calls/pages.ts'
import { cx } from '../../lib/cx.ts'
import { formatPercent } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { rowsOf, Waiting } from '../../ui/skeleton.tsx'

const { list: words } = texts

/** The videos on the left: picture, title, rider, status, viral potential. */
export function Queue({
  queue,
  list,
  chosen,
  taken,
  linkTo,
  which,
  isNarrowed,
}: {
  queue: UseInfiniteQueryResult<InfiniteData<Page<AiProcessedVideo>>>
  list: readonly AiProcessedVideo[]
  chosen: string | null
  /** who has which video open */
  taken: ReadonlyMap<string, string>
  linkTo: (id: string) => string
  which: Which
  /** by a search or a filter */
  isNarrowed: boolean
}) {
  return (
    <Loaded
      query={queue}
      skeleton={
        <Waiting label={words.loading} rows={rowsOf(5, 'h-18')} className="space-y-3 px-4.5 lg:px-5" />
      }
      failed={retry => (
        <div className="px-4.5 lg:px-5">
          <ErrorState title={words.failed} error={queue.error} onRetry={retry} />
        </div>
      )}
      lateError={list.length === 0 ? 'instead' : 'hidden'}
      empty={
        <div className="px-4.5 lg:px-5">
          {isNarrowed ? (
            <EmptyState title={videoTexts.browse.nothing} heading="h2" seed={17} />
          ) : (
            <EmptyState title={which === 'waiting' ? words.empty : words.emptyAll} heading="h2" seed={17}>
              {which === 'waiting' && words.emptyText}
            </EmptyState>
          )}
        </div>
      }
      isEmpty={() => list.length === 0}
    >
      {() => (
        <nav
          aria-label={words.label}
          className="px-2.5 pb-6 lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:overscroll-contain lg:px-3"
        >
          <ul className="space-y-1">
            {list.map(video => (
              <QueueItem
                key={video.id}
                video={video}
                current={video.id === chosen}
                reviewer={taken.get(video.id)}
                href={linkTo(video.id)}
              />
            ))}
          </ul>
          {queue.hasNextPage && (
            <div className="mt-3 text-center">
              <Button
                variant="outline"
                size="sm"
                busy={queue.isFetchingNextPage}
                onClick={() => void queue.fetchNextPage()}
              >
                {words.more}
              </Button>
            </div>
          )}
        </nav>
      )}
    </Loaded>
  )
}

function QueueItem({
  video,
  current,
  reviewer,
  href,
}: {
  video: AiProcessedVideo
  current: boolean
  /** someone else who has it open */
  reviewer: string | undefined
  href: string
}) {
  const score = video.aiViralPotentialScore
  return (
    <li className="[contain-intrinsic-size:auto_5.25rem] [content-visibility:auto]">
      <Link
        href={href}
        // The list scrolls to where J and K go.
        ref={(element: HTMLAnchorElement | null) => {
          if (current) element?.scrollIntoView({ block: 'nearest' })
        }}
        aria-current={current ? 'true' : undefined}
        className={cx(
          'flex items-start gap-3 rounded-lg border p-2 -outline-offset-2',
          current ? 'border-accent bg-surface' : 'border-transparent hover:bg-ink/5',
        )}
      >
        <Thumbnail video={{ thumbnailUrl: video.thumbnailUrl, duration: 0 }} className="w-21" />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-semibold text-[0.9375rem] leading-tight">{video.title}</span>
          <span className="mt-0.5 block truncate text-muted text-sm">{creatorName(video.user)}</span>
          {/* Waiting is the normal state and shown quietly; decided ones stand out. */}
          {isWaiting(video) ? (
            <span className={cx('block text-xs', reviewer ? 'font-semibold text-pending' : 'text-muted')}>
              {reviewer ? words.inReview({ name: reviewer }) : videoTexts.status[video.status]}
            </span>
          ) : (
            <span className="mt-1 block">
              <StatusBadge status={video.status} staff />
            </span>
          )}
        </span>
        {score === null ? (
          <span className="text-muted text-xs">{words.noScore}</span>
        ) : (
          <span className={cx('numeric self-start pt-0.5 font-bold', viralColor(score))}>
            <span className="sr-only">{words.viral({ percent: '' })}</span>
            {formatPercent(score)}
          </span>
        )}
      </Link>
    </li>
  )
}

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Video } from '#contract/videos.ts'
import { VideoBrowser } from '../../entities/video/video-browser.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { texts } from './texts.ts'

/** The videos of a tab in each state: on their way, not to be had, none yet, or browsed. */
export function VideoCollection({
  videos: { data, isPending, isError, error, refetch },
  className,
  children,
}: {
  videos: UseQueryResult<Video[]>
  className: string
  children: (video: Video) => ReactNode
}) {
  if (isPending)
    return (
      <div role="status" className={className}>
        <span className="sr-only">{texts.loading}</span>
        {[1, 2, 3].map(row => (
          <Skeleton key={row} className="h-40" />
        ))}
      </div>
    )
  if (isError && !data)
    return <ErrorState title={texts.failed} error={error} onRetry={() => void refetch()} />
  if (!data?.length)
    return (
      <EmptyState
        title={texts.empty}
        action={
          <Link href="/upload" className={buttonClass('primary')}>
            {texts.uploadFirst}
          </Link>
        }
      >
        {texts.emptyText}
      </EmptyState>
    )
  return (
    <VideoBrowser videos={data} className={className}>
      {video => (
        <li key={video.id} className="[contain-intrinsic-size:auto_12rem] [content-visibility:auto]">
          {children(video)}
        </li>
      )}
    </VideoBrowser>
  )
}

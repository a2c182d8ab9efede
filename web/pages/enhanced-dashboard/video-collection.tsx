import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/pages/enhanced-dashboard.ts'
import { VideoBrowser } from '../../entities/video/video-browser.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { rowsOf, Waiting } from '../../ui/skeleton.tsx'

/** A tab's videos in each state: loading, failed, empty, or listed. */
export function VideoCollection({
  videos,
  className,
  children,
}: {
  videos: UseQueryResult<Video[]>
  className: string
  children: (video: Video) => ReactNode
}) {
  return (
    <Loaded
      query={videos}
      skeleton={<Waiting label={texts.loading} rows={rowsOf(3, 'h-40')} className={className} />}
      failed={texts.failed}
      empty={
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
      }
    >
      {data => (
        <VideoBrowser videos={data} className={className}>
          {video => (
            <li key={video.id} className="[contain-intrinsic-size:auto_12rem] [content-visibility:auto]">
              {children(video)}
            </li>
          )}
        </VideoBrowser>
      )}
    </Loaded>
  )
}

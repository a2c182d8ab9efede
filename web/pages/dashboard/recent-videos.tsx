import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/pages/dashboard.ts'
import { VideoBrowser } from '../../entities/video/video-browser.tsx'
import { useUser } from '../../lib/session/use-session.ts'
import { Alert } from '../../ui/alert.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SelectButton, SelectionBar, toggled, useSelection } from './selection.tsx'
import { VideoRow } from './video-row.tsx'

export function RecentVideos({
  videos,
  onDetails,
  onAi,
}: {
  videos: UseQueryResult<Video[]>
  onDetails: (video: Video) => void
  onAi: (video: Video) => void
}) {
  const mayUpload = useUser().suspendedAt === undefined
  return (
    <section aria-labelledby="recent-videos">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id="recent-videos" className="heading text-[1.75rem]">
          {texts.recent.title}
        </h2>
        {mayUpload && (
          <Link href="/upload" className="rounded-sm font-semibold text-accent hover:underline">
            {texts.recent.uploadNew}
          </Link>
        )}
      </div>
      <Content videos={videos} mayUpload={mayUpload} onDetails={onDetails} onAi={onAi} />
    </section>
  )
}

function Content({
  videos,
  mayUpload,
  onDetails,
  onAi,
}: {
  videos: UseQueryResult<Video[]>
  mayUpload: boolean
  onDetails: (video: Video) => void
  onAi: (video: Video) => void
}) {
  const selection = useSelection()
  const { chosen } = selection
  return (
    <Loaded
      query={videos}
      skeleton={<Loading />}
      failed={texts.recent.failed}
      empty={
        <EmptyState
          title={texts.recent.empty}
          action={
            mayUpload && (
              <Link href="/upload" className={buttonClass('primary')}>
                {texts.recent.uploadFirst}
              </Link>
            )
          }
        >
          {mayUpload && texts.recent.emptyText}
        </EmptyState>
      }
    >
      {data => (
        <div className="space-y-4">
          <PendingReview count={data.filter(video => video.status === 'draft').length} />
          <VideoBrowser
            videos={data}
            className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface"
            beside={<SelectButton selection={selection} />}
            actions={shown => <SelectionBar videos={data} shown={shown} selection={selection} />}
          >
            {video => (
              <VideoRow
                key={video.id}
                video={video}
                onDetails={() => onDetails(video)}
                onAi={() => onAi(video)}
                {...(chosen
                  ? {
                      selected: chosen.has(video.id),
                      onSelect: () => selection.set(toggled(chosen, video.id)),
                    }
                  : {})}
              />
            )}
          </VideoBrowser>
        </div>
      )}
    </Loaded>
  )
}

// Part of the list, because it loads with it: above the list, it would push the page down.
const PendingReview = ({ count }: { count: number }) =>
  count > 0 && <Alert title={texts.review.title}>{texts.review.text({ count })}</Alert>

const Loading = () => (
  <div role="status" className="divide-y divide-line rounded-xl border border-line bg-surface">
    <span className="sr-only">{texts.recent.loading}</span>
    {[1, 2, 3, 4, 5, 6].map(row => (
      <div key={row} className="flex gap-5 p-4 sm:p-5">
        <Skeleton className="aspect-video w-30 shrink-0 sm:w-44" />
        <div className="flex-1 space-y-2.5 pt-1">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      </div>
    ))}
  </div>
)

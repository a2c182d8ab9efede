import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { isStaff } from '#contract/permissions.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/pages/enhanced-dashboard.ts'
import { myVideosDetailedQuery } from '../../entities/video/my-videos.ts'
import { ProfileCard } from '../../features/accounts/profile-card.tsx'
import { HeldUploadsBanner } from '../../features/held-uploads/held-uploads-banner.tsx'
import { Inbox } from '../../features/notifications/inbox.tsx'
import { notificationsQuery, unreadIn } from '../../features/notifications/notifications.ts'
import { WorkList } from '../../features/work/work-list.tsx'
import { useUser } from '../../lib/session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Contours } from '../../ui/contours/contours.tsx'
import { NamedTabs, tabOf } from '../../ui/named-tabs.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { dialogPart } from '../../ui/part/part.tsx'
import { EarningsTab } from './earnings-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { PreviewEntry } from './preview-entry.tsx'
import { TrackingTab } from './tracking-tab.tsx'
import { VideoCollection } from './video-collection.tsx'

const UploadDialog = dialogPart(() => import('./upload-dialog.tsx'))
const EditorDialog = dialogPart(() => import('../../features/editor/editor-dialog.tsx'))

export type TabName = keyof typeof texts.tabs

/** Everything about the person's videos, in six tabs; tab and open dialog are part of the address. */
export default function EnhancedDashboardPage() {
  const user = useUser()
  const videos = useQuery(myVideosDetailedQuery)
  const { data: notifications } = useQuery(notificationsQuery)
  const [search, setSearch] = useSearchParams()
  const tab = tabOf(texts.tabs, search.get('tab'), 'overview')
  const open = (value: string) => setSearch(value === 'overview' ? {} : { tab: value })
  const upload = () => setSearch({ tab, upload: '1' })
  const close = () => setSearch(tab === 'overview' ? {} : { tab }, { replace: true })
  const edited = videos.data?.find(video => video.id === search.get('edit'))
  const unread = unreadIn(notifications)

  const contents: Record<TabName, () => ReactNode> = {
    overview: () => <OverviewTab user={user} videos={videos.data} onUpload={upload} onOpen={open} />,
    tracking: () => <TrackingTab videos={videos} />,
    previews: () => <PreviewsTab videos={videos} onEdit={video => setSearch({ tab, edit: video.id })} />,
    earnings: () => <EarningsTab videos={videos} />,
    notifications: () => <Inbox />,
    profile: () => <ProfileCard user={user} />,
  }

  return (
    <div className="relative isolate">
      <Contours seed={42} rows={16} className="mask-b-from-40% -z-10 h-60" />
      <div className="page py-7 sm:py-10">
        <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <PageTitle title={texts.title({ staff: isStaff(user.role) })} />
          {/* A phone has it in the bar at the bottom. */}
          <Button variant="outline" className="max-sm:hidden" onClick={upload}>
            {texts.upload.button}
          </Button>
        </div>
        {isStaff(user.role) && (
          <div className="mb-6">
            <WorkList />
          </div>
        )}
        <div className="mb-4 flex flex-col gap-4 empty:hidden">
          <HeldUploadsBanner />
        </div>
        <NamedTabs
          label={texts.tabsLabel}
          labels={texts.tabs}
          notes={{ notifications: unread > 0 ? String(unread) : undefined }}
          open={tab}
          onOpen={open}
          contents={contents}
        />
      </div>
      <Suspense>
        {search.has('upload') && <UploadDialog onClose={close} />}
        {edited && <EditorDialog video={edited} onClose={close} />}
      </Suspense>
    </div>
  )
}

/** The library: every video with its player, its highlights and where it is published. */
const PreviewsTab = ({
  videos,
  onEdit,
}: {
  videos: UseQueryResult<Video[]>
  onEdit: (video: Video) => void
}) => (
  <VideoCollection videos={videos} className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
    {video => <PreviewEntry video={video} onEdit={() => onEdit(video)} />}
  </VideoCollection>
)

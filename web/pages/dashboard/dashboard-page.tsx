import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { isStaff } from '#contract/permissions.ts'
import { myVideosQuery } from '../../entities/video/my-videos.ts'
import { HeldUploadsBanner } from '../../features/held-uploads/held-uploads-banner.tsx'
import { UploadStrip } from '../../features/upload/upload-strip.tsx'
import { cx } from '../../lib/cx.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Contours } from '../../ui/contours/contours.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { dialogPart } from '../../ui/part/part.tsx'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { ProjectionCard } from './projection-card.tsx'
import { RecentVideos } from './recent-videos.tsx'
import { creatorStats, pipelineStats } from './stats.ts'
import { texts } from './texts.ts'

const DetailsDialog = dialogPart(() => import('./details-dialog.tsx'))
const AiDialog = dialogPart(() => import('../../features/analysis/ai-dialog.tsx'))
const EditorDialog = dialogPart(() => import('../../features/editor/editor-dialog.tsx'))

/** The creator's videos, their highlights and earnings. Staff see the second set of figures at /dashboard. */
export default function DashboardPage() {
  const user = useUser()
  const [path] = useLocation()
  const videos = useQuery(myVideosQuery)
  // The open dialog is part of the address: it can be linked to, and Back closes it on a phone.
  const [search, setSearch] = useSearchParams()
  const shown = (key: string) => videos.data?.find(video => video.id === search.get(key))
  const close = () => setSearch({}, { replace: true })
  const details = shown('video')
  const ai = shown('ai')
  // Staff's dashboard has the same address; anyone without the role sees the editor's notice.
  const edited = shown('edit')

  return (
    <>
      <div className="relative isolate">
        <Contours seed={42} rows={16} className="mask-b-from-40% -z-10" />
        <div className="page pt-7 pb-6 sm:pt-10">
          <PageTitle title={texts.title(isStaff(user.role))} />
          <div className="mt-5 space-y-4">
            <StatStrip
              stats={path === '/dashboard' ? pipelineStats(videos.data) : creatorStats(user, videos.data)}
            />
            <HeldUploadsBanner />
            <UploadStrip />
          </div>
        </div>
      </div>
      <div className="page grid grid-cols-1 items-start gap-8 pb-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <RecentVideos
          videos={videos}
          onDetails={video => setSearch({ video: video.id })}
          onAi={video => setSearch({ ai: video.id })}
        />
        {/* Below the videos on a phone: above them they would shift. */}
        <div className={cx('space-y-4', videos.isPending && 'max-lg:hidden')}>
          <ProjectionCard />
          <HowItWorks />
        </div>
      </div>
      <Suspense>
        {details && <DetailsDialog video={details} onClose={close} />}
        {ai && <AiDialog video={ai} onClose={close} />}
        {edited && <EditorDialog video={edited} onClose={close} />}
      </Suspense>
    </>
  )
}

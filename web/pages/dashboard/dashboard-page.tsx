import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { CurrentUser } from '#contract/accounts.ts'
import { isStaff } from '#contract/permissions.ts'
import { arrivingStatuses } from '#contract/video-statuses.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/pages/dashboard.ts'
import { texts as uiTexts } from '#texts/ui.ts'
import { myVideosQuery } from '../../entities/video/my-videos.ts'
import { projectionQuery } from '../../features/earnings/projection.ts'
import { HeldUploadsBanner } from '../../features/held-uploads/held-uploads-banner.tsx'
import { cx } from '../../lib/cx.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Contours } from '../../ui/contours/contours.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Near } from '../../ui/part/near.tsx'
import { dialogPart, part } from '../../ui/part/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Stat, StatStrip } from '../../ui/stat-strip.tsx'
import { RecentVideos } from './recent-videos.tsx'

const Days = part(() => import('./days.tsx'))
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
  const analyzed = videos.data?.filter(video => video.aiEnhanced).length ?? 0
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
          <PageTitle title={texts.title({ staff: isStaff(user.role) })} />
          <div className="mt-5 space-y-4">
            <StatStrip
              stats={path === '/dashboard' ? pipelineStats(videos.data) : creatorStats(user, videos.data)}
            />
            <HeldUploadsBanner />
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
          {analyzed > 0 && (
            <Near waiting={null}>
              <Days analyzed={analyzed} />
            </Near>
          )}
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

const HowItWorks = () => (
  <Section id="how-it-works" title={texts.howItWorks.title}>
    <ol className="space-y-4">
      {texts.howItWorks.steps.map((step, index) => (
        <li key={step.title} className="flex gap-4">
          <span aria-hidden="true" className="figure w-5 shrink-0 text-[1.5rem] text-muted leading-tight">
            {index + 1}
          </span>
          <div>
            <p className="font-semibold text-[0.9375rem]">{step.title}</p>
            <p className="text-muted text-sm">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  </Section>
)

function ProjectionCard() {
  return (
    <Section id="projection" title={texts.projection.title}>
      <Loaded
        query={useQuery(projectionQuery)}
        skeleton={
          <Explained>
            <Skeleton className="h-11 w-36" />
          </Explained>
        }
        failed={retry => (
          <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
            <p>{texts.projection.failed}</p>
            <Button variant="outline" size="sm" onClick={retry}>
              {uiTexts.tryAgain}
            </Button>
          </div>
        )}
        lateError="instead"
      >
        {({ projectedEarnings }) => (
          <Explained>
            <p className="figure text-[2.75rem] text-accent leading-none">{formatMoney(projectedEarnings)}</p>
          </Explained>
        )}
      </Loaded>
    </Section>
  )
}

/** The figure and how it is made up. */
const Explained = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <p className="mt-2 text-[0.9375rem]">{texts.projection.condition}</p>
    <p className="mt-1 font-medium text-[0.9375rem]">{texts.projection.share}</p>
    <p className="mt-0.5 text-muted text-sm">{texts.projection.basis}</p>
  </>
)

const count = (videos: readonly Video[], ...statuses: Video['status'][]) =>
  formatNumber(videos.filter(video => statuses.includes(video.status)).length)

/** A creator's figures. Counts come from the list once it is loaded: it is fresher than the account. */
const creatorStats = (user: CurrentUser, videos: readonly Video[] | undefined): Stat[] => [
  { label: texts.stats.views, value: formatNumber(user.totalViews) },
  { label: texts.stats.earnings, value: formatMoney(user.totalEarnings) },
  {
    label: texts.stats.published,
    value: videos ? count(videos, 'published') : formatNumber(user.videosPublished),
  },
  {
    label: texts.stats.processing,
    value: videos ? count(videos, ...arrivingStatuses) : formatNumber(user.videosProcessing),
  },
]

/** The second variant: how many videos have each status. */
const pipelineStats = (videos: readonly Video[] | undefined): Stat[] => [
  { label: texts.stats.total, value: videos ? formatNumber(videos.length) : '–' },
  { label: texts.stats.processing, value: videos ? count(videos, ...arrivingStatuses) : '–' },
  { label: texts.stats.selected, value: videos ? count(videos, 'approved') : '–' },
  { label: texts.stats.published, value: videos ? count(videos, 'published') : '–' },
]

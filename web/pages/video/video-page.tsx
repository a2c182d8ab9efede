import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, useRoute } from 'wouter'
import { streamPollMs } from '#contract/constants.ts'
import { texts } from '#texts/pages/video.ts'
import { isMoving } from '../../entities/video/rules.ts'
import { videoQuery } from '../../entities/video/video.ts'
import { ApiError } from '../../lib/calls/api.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Contours } from '../../ui/contours/contours.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { part } from '../../ui/part/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FullSpinner } from '../../ui/spinner.tsx'
import { Places } from './places.tsx'
import { VideoView } from './video-view.tsx'

const PublicVideo = part(() => import('./public/public-video.tsx'))

/** Everything about one video, for its owner and for staff. */
export default function VideoPage() {
  const [, params] = useRoute('/v/:id')
  const id = params?.id ?? ''
  const { data, error, refetch } = useQuery({
    ...videoQuery(id),
    refetchInterval: query => (query.state.data && isMoving(query.state.data) ? streamPollMs : false),
  })
  // 422: the address holds no valid id.
  if (error instanceof ApiError && [404, 422].includes(error.status)) return <Others id={id} />
  if (data) return <VideoView key={id} video={data} />
  return (
    <>
      <PageTitle title={texts.title} className="sr-only" />
      {error ? (
        <div className="page py-7 sm:py-10">
          <ErrorState title={texts.failed} error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Waiting />
      )}
    </>
  )
}

/** The published video of somebody else. */
const Others = ({ id }: { id: string }) => (
  <Suspense fallback={<FullSpinner label={texts.loading} />}>
    <PublicVideo id={id} gone={<Gone />} />
  </Suspense>
)

const Gone = () => (
  <div className="relative isolate grid min-h-[60svh] place-items-center overflow-hidden px-5 py-20 text-center">
    <Contours seed={31} className="mask-b-from-40% -z-10" />
    <div>
      <PageTitle title={texts.gone.title} className="text-[2.75rem] sm:text-[3.75rem]" />
      <p className="mx-auto mt-3 max-w-md text-muted">{texts.gone.text}</p>
      <Link href="/" className={buttonClass('primary', 'md', 'mt-7')}>
        {texts.gone.back}
      </Link>
    </div>
  </div>
)

const Waiting = () => (
  <div role="status">
    <span className="sr-only">{texts.loading}</span>
    <Places
      title={<Skeleton className="h-10 w-2/3 max-w-xl" />}
      picture={<Skeleton className="aspect-video" />}
      actions={<Skeleton className="h-9 w-72 max-w-full pointer-coarse:h-11" />}
      panel={<Skeleton className="h-80" />}
    />
  </div>
)

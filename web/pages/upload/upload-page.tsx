import { Suspense, useEffect } from 'react'
import { texts } from '#texts/features/upload.ts'
import { IdleUploader } from '../../features/upload/idle-uploader.tsx'
import { useUpload } from '../../features/upload/transfer/current-upload.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Section } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { part } from '../../ui/part/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const ActiveUploader = part(() => import('../../features/upload/active-uploader.tsx'))
const FinishedUpload = part(() => import('../../features/upload/finished-upload.tsx'))

export default function UploadPage() {
  const state = useUpload()
  const { suspendedAt } = useUser()
  // Before a file is chosen: the connection may be lost by the time it is needed.
  useEffect(() => void ActiveUploader.fetch().catch(() => undefined), [])
  return (
    <div className="page py-7 sm:py-10">
      {state.phase === 'complete' ? (
        <Suspense fallback={<Skeleton className="aspect-video max-w-3xl" />}>
          <FinishedUpload state={state} />
        </Suspense>
      ) : (
        <>
          <PageTitle title={texts.title} />
          <p className="mt-1.5 mb-7 max-w-4xl text-muted">{texts.lead}</p>
          {/* Nothing but the drop zone doesn't need a column: the cards are below it, beside each other. */}
          <div className="group grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:has-data-drop-zone:grid-cols-1">
            {suspendedAt ? (
              <EmptyState title={texts.suspended} heading="h2" />
            ) : state.phase === 'idle' ? (
              <IdleUploader />
            ) : (
              <Suspense fallback={<Skeleton className="min-h-80" />}>
                <ActiveUploader state={state} />
              </Suspense>
            )}
            <InfoCards />
          </div>
        </>
      )}
    </div>
  )
}

const Points = ({ points }: { points: readonly string[] }) => (
  <ul className="space-y-2 text-[0.9375rem]">
    {points.map(point => (
      <li key={point} className="flex gap-3">
        <span aria-hidden="true" className="mt-2.5 h-0.5 w-3 shrink-0 bg-glow" />
        {point}
      </li>
    ))}
  </ul>
)

/** AI features, revenue sharing and upload tips. */
const InfoCards = () => (
  <aside
    aria-label={texts.aboutUploading}
    className="grid content-start gap-4 md:max-lg:grid-cols-3 lg:group-has-data-drop-zone:grid-cols-3"
  >
    <Section id="info-ai" title={texts.info.ai.title}>
      <Points points={texts.info.ai.points} />
    </Section>
    <Section id="info-share" title={texts.info.share.title}>
      <div className="flex items-center gap-4">
        <span className="figure text-[2.75rem] text-accent leading-none">{texts.info.share.figure}</span>
        <p className="text-[0.9375rem]">{texts.info.share.text}</p>
      </div>
    </Section>
    <Section id="info-tips" title={texts.info.tips.title}>
      <Points points={texts.info.tips.points} />
    </Section>
  </aside>
)

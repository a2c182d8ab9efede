import { Suspense } from 'react'
import { ActiveUploader } from '../../features/upload/active-uploader.tsx'
import { IdleUploader } from '../../features/upload/idle-uploader.tsx'
import { texts } from '../../features/upload/texts.ts'
import { useUpload } from '../../features/upload/transfer/uploader.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { part } from '../../ui/part/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { InfoCards } from './info-cards.tsx'

const FinishedUpload = part(() => import('../../features/upload/finished-upload.tsx'))

export default function UploadPage() {
  const state = useUpload()
  return (
    <div className="page py-7 sm:py-10">
      {state.phase === 'complete' ? (
        <Suspense fallback={<Skeleton className="aspect-video max-w-3xl" />}>
          <FinishedUpload state={state} />
        </Suspense>
      ) : (
        <>
          <PageTitle title={texts.title} />
          <p className="mt-1.5 mb-7 max-w-3xl text-muted">{texts.lead}</p>
          <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
            {state.phase === 'idle' ? <IdleUploader /> : <ActiveUploader state={state} />}
            <InfoCards />
          </div>
        </>
      )}
    </div>
  )
}

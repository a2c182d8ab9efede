import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { texts } from '#texts/features/upload.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Progress } from '../../ui/progress.tsx'
import { FirstFrame } from './first-frame.tsx'
import { UploadQueue } from './queue-list.tsx'
import { useUploadQueue } from './transfer/upload-queue.ts'
import { isReady, type UploadFields, type UploadState } from './transfer/upload-state.ts'
import { uploader, useNotKept } from './transfer/uploader.ts'
import { TransferFigures } from './transfer-figures.tsx'
import { UploadForm } from './upload-form.tsx'

type ActiveState = Exclude<UploadState, { phase: 'idle' | 'complete' }>

function fieldsOf(state: ActiveState): UploadFields {
  if (state.phase === 'preparing') return state.fields
  return state.phase === 'error' ? state.upload.fields : state.job.fields
}

/** Shown while the video uploads and processes, and when that failed. The form stays visible, but disabled. */
export default function ActiveUploader({ state }: { state: ActiveState }) {
  const card = useRef<HTMLDivElement>(null)
  // The pressed button is gone, so this card takes its place on a long phone page, and its focus.
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'start' })
    card.current?.focus({ preventScroll: true })
  }, [])
  const waiting = useUploadQueue().filter(isReady).length
  const notKept = useNotKept()
  const fields = fieldsOf(state)
  return (
    <Card ref={card} tabIndex={-1} className="scroll-mt-22 space-y-7 self-start p-5 outline-none sm:p-6">
      {state.phase === 'preparing' && (
        <div role="status">
          <p className="mb-3 truncate font-semibold">{texts.preparing}</p>
          <Progress value={null} label={texts.preparing} />
        </div>
      )}
      {state.phase === 'uploading' && (
        <div>
          <TransferFigures state={state} />
          <div className="mt-5 flex flex-wrap items-center gap-2.5">
            <Button
              variant={state.paused ? 'primary' : 'outline'}
              size="sm"
              onClick={() => uploader.togglePause()}
            >
              {state.paused ? texts.resume : texts.pause}
            </Button>
            <Button variant="quiet" size="sm" onClick={() => void uploader.cancel()}>
              {texts.cancel}
            </Button>
            <p className="text-muted text-sm sm:ml-auto">
              {notKept.includes(state.job.id) ? texts.leavingNotKept : texts.leaving}
            </p>
          </div>
        </div>
      )}
      {state.phase === 'processing' && (
        <div role="status">
          <div className="mb-2.5 flex items-center justify-between gap-4">
            <FirstFrame file={state.job.file} />
            <p className="flex-1 font-semibold">{texts.processing}</p>
            <span className="figure text-[1.375rem] leading-none">{state.progress}%</span>
          </div>
          <Progress value={state.progress} label={texts.processing} />
          <p className="mt-2.5 text-muted text-sm">{texts.processingNote}</p>
          <Link href="/" className={buttonClass('outline', 'sm', 'mt-4')}>
            {texts.toDashboard}
          </Link>
        </div>
      )}
      {state.phase === 'error' && (
        <Alert
          tone="danger"
          title={state.failure.message}
          action={
            <div className="flex flex-wrap gap-2">
              {(!state.upload.begun || state.failure.resumable) && (
                <Button size="sm" onClick={() => uploader.retry()}>
                  {state.upload.begun ? texts.resume : texts.tryAgain}
                </Button>
              )}
              {waiting > 0 ? (
                <Button variant="outline" size="sm" onClick={() => uploader.next()}>
                  {texts.queue.next({ count: waiting })}
                </Button>
              ) : (
                <Button variant="outline" size="sm" onClick={() => uploader.reset()}>
                  {texts.change}
                </Button>
              )}
            </div>
          }
        >
          <p className="truncate font-semibold">{fields.title}</p>
          {state.failure.detail && <p>{state.failure.detail}</p>}
        </Alert>
      )}
      <UploadQueue />
      <UploadForm fields={fields} disabled />
    </Card>
  )
}

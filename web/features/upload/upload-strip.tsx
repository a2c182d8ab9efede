import { Link } from 'wouter'
import { texts } from '#texts/features/upload.ts'
import { Progress } from '../../ui/progress.tsx'
import { useUpload } from './transfer/current-upload.ts'
import { TransferFigures } from './transfer-figures.tsx'

/** The running upload as shown on other pages, with a link to it. */
export function UploadStrip() {
  const state = useUpload()
  if (state.phase !== 'uploading' && state.phase !== 'processing') return null
  return (
    <Link
      href="/upload"
      className="block rounded-xl border border-line bg-surface p-4 transition-colors hover:border-line-strong sm:px-5"
    >
      {state.phase === 'uploading' ? (
        <TransferFigures state={state} />
      ) : (
        <>
          <p className="mb-2.5 truncate font-semibold">
            {texts.processing}: {state.job.fields.title}
          </p>
          <Progress value={state.progress} label={texts.processing} />
        </>
      )}
    </Link>
  )
}

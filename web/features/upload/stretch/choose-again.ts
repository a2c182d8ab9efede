import { openCutter } from '#telemetry/cut/cutter.ts'
import { blobSource } from '#telemetry/source.ts'
import { texts } from '#texts/features/upload/stretch.ts'
import { texts as words } from '#texts/features/upload.ts'
import { formatMegabytes } from '../../../lib/bytes.ts'
import { toastError } from '../../../lib/toast.ts'
import { isSameFile } from '../transfer/kept-uploads.ts'
import type { QueuedUpload } from '../transfer/upload-state.ts'
import { uploader } from '../transfer/uploader.ts'
import { stretchFile } from './stretch-rules.ts'

/**
 * Goes on with a listed upload whose file was chosen again; another file is refused. A stretch is cut again from its film:
 * the same bytes, so what was sent still counts.
 */
export async function chooseAgain(upload: QueuedUpload, chosen: File): Promise<void> {
  const { of } = upload
  const { name, size, lastModified } = of?.film ?? upload.file
  if (!isSameFile({ name, size, lastModified }, chosen)) {
    const facts = { name, size: formatMegabytes(size) }
    return toastError({ ...words.toasts.failed, description: texts.otherFile(facts) })
  }
  if (!of) return uploader.tryAgain(upload, chosen)
  const cutter = await openCutter(blobSource(chosen))
  uploader.tryAgain(upload, stretchFile(chosen, cutter.cut(of.start, of.end)))
}

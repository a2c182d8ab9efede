import { useEffect, useState } from 'react'
import { formatMegabytes } from '../../lib/bytes.ts'
import { toast } from '../../lib/toast.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ChooseFile } from './drop-zone.tsx'
import { texts } from './texts.ts'
import { forgetUnfinished, isSameFile, storedBytes, type Unfinished } from './transfer/unfinished.ts'
import { uploader } from './transfer/uploader.ts'

/**
 * An interrupted upload. Browsers don't keep the file across a reload, so the rider chooses it again; only the missing
 * bytes are sent.
 */
export function ResumeCard({ upload, onGone }: { upload: Unfinished; onGone: () => void }) {
  const [stored, setStored] = useState<number | null>(null)
  const [other, setOther] = useState(false)
  useEffect(() => {
    let wanted = true
    storedBytes(upload.uploadUrl).then(
      bytes => {
        if (!wanted) return
        if (bytes !== null) return setStored(bytes)
        forgetUnfinished()
        toast(texts.toasts.failed(texts.unfinished.expired))
        onGone()
      },
      () => undefined, // offline: the number is optional, resuming asks again
    )
    return () => {
      wanted = false
    }
  }, [upload, onGone])

  const size = formatMegabytes(upload.file.size)
  return (
    <section
      aria-labelledby="unfinished"
      className="rounded-xl border border-accent/45 bg-surface p-5 sm:p-6"
    >
      <h2 id="unfinished" className="heading text-[1.5rem]">
        {texts.unfinished.heading(upload.title)}
      </h2>
      <p className="mt-1.5 text-muted">{texts.unfinished.explanation}</p>
      <p className="numeric mt-1.5 text-sm">
        <span className="font-semibold">{upload.file.name}</span>, {size}.{' '}
        {stored !== null && texts.unfinished.stored(formatMegabytes(stored), size)}
      </p>
      {other && (
        <div className="mt-4">
          <Alert tone="warning" title={texts.unfinished.otherFile(upload.file.name, size)} />
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-2.5">
        <ChooseFile
          onFile={file => {
            if (isSameFile(upload, file)) void uploader.resumeUnfinished(file, upload)
            else setOther(true)
          }}
        >
          {texts.unfinished.choose}
        </ChooseFile>
        <Button
          variant="outline"
          onClick={() => {
            void uploader.discard(upload.videoId)
            onGone()
          }}
        >
          {texts.unfinished.discard}
        </Button>
      </div>
    </section>
  )
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { titleFromFileName } from './check-file.ts'
import { ChosenUpload } from './chosen-upload.tsx'
import { DropZone } from './drop-zone.tsx'
import { ResumeCard } from './resume-card.tsx'
import { findUnfinished } from './unfinished.ts'
import { emptyFields } from './upload-form.tsx'
import { useSharedFiles } from './use-shared-files.ts'

/** Before the first byte: an interrupted upload to go on with, a file to choose, then what to say about it. */
export function IdleUploader() {
  const [unfinished, setUnfinished] = useState(findUnfinished)
  const [files, setFiles] = useState<readonly File[]>([])
  const [fields, setFields] = useState(emptyFields)
  const card = useRef<HTMLDivElement>(null)
  const [file, ...more] = files
  // The drop zone has gone with the focus on it; the form that took its place gets it.
  useEffect(() => {
    if (file) card.current?.focus()
  }, [file])
  const gone = useCallback(() => setUnfinished(null), [])
  const choose = ([chosen, ...others]: readonly File[]) => {
    if (!chosen) return
    // A title that its rider wrote stays; one that came from the file before does not.
    const fromBefore = !fields.title || (file && fields.title === titleFromFileName(file.name))
    if (fromBefore) setFields({ ...fields, title: titleFromFileName(chosen.name) })
    setFiles([chosen, ...others])
  }
  useSharedFiles(choose)
  return (
    <div className="flex flex-col gap-5">
      {unfinished && !file && <ResumeCard upload={unfinished} onGone={gone} />}
      {file ? (
        <Card ref={card} tabIndex={-1} className="space-y-6 p-5 outline-none sm:p-6">
          <ChosenUpload
            file={file}
            more={more}
            fields={fields}
            onFields={setFields}
            onFile={chosen => choose([chosen, ...more])}
            onMore={others => setFiles([file, ...others])}
          />
        </Card>
      ) : (
        <DropZone onFiles={choose} second={unfinished !== null} />
      )}
    </div>
  )
}

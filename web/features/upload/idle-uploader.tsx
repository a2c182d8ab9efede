import { useCallback, useEffect, useRef, useState } from 'react'
import { titleFromFileName } from '#contract/clean-text.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/card.tsx'
import { ChosenUpload } from './chosen-upload.tsx'
import { DropZone } from './drop-zone.tsx'
import { ResumeCard } from './resume-card.tsx'
import { texts } from './texts.ts'
import { findUnfinished } from './transfer/unfinished.ts'
import { uploadDraft } from './transfer/upload-state.ts'
import { emptyFields } from './upload-form.tsx'
import { useSharedFiles } from './use-shared-files.ts'

/** Before the upload: an interrupted one to resume, a file to choose, then the form about it. */
export function IdleUploader() {
  const [unfinished, setUnfinished] = useState(findUnfinished)
  const [files, setFiles] = useState<readonly File[]>([])
  const { fields, restored, change, preset } = useDraft(uploadDraft, emptyFields)
  const card = useRef<HTMLDivElement>(null)
  const [file, ...more] = files
  // The drop zone and its focus are gone, so the form takes the focus.
  useEffect(() => {
    if (file) card.current?.focus()
  }, [file])
  const gone = useCallback(() => setUnfinished(null), [])
  const choose = ([chosen, ...others]: readonly File[]) => {
    if (!chosen) return
    // A title written by the rider stays; one from the previous file's name doesn't.
    const fromBefore = !fields.title || (file && fields.title === titleFromFileName(file.name))
    if (fromBefore) preset({ ...fields, title: titleFromFileName(chosen.name) })
    setFiles([chosen, ...others])
  }
  useSharedFiles(choose)
  return (
    <div className="flex flex-col gap-5">
      {restored && !file && fields.title && <Alert title={texts.kept(fields.title)}>{texts.keptText}</Alert>}
      {unfinished && !file && <ResumeCard upload={unfinished} onGone={gone} />}
      {file ? (
        <Card ref={card} tabIndex={-1} className="space-y-6 p-5 outline-none sm:p-6">
          <ChosenUpload
            file={file}
            more={more}
            fields={fields}
            onFields={change}
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

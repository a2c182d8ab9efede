import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { titleFromFileName } from './check-file.ts'
import { ChosenFile } from './chosen-file.tsx'
import { DropZone } from './drop-zone.tsx'
import { ResumeCard } from './resume-card.tsx'
import { texts } from './texts.ts'
import { findUnfinished } from './unfinished.ts'
import { emptyFields, UploadForm } from './upload-form.tsx'
import { uploader } from './uploader.ts'

/** Before the first byte: an interrupted upload to go on with, a file to choose, then what to say about it. */
export function IdleUploader() {
  const [unfinished, setUnfinished] = useState(findUnfinished)
  const [file, setFile] = useState<File | null>(null)
  const [fields, setFields] = useState(emptyFields)
  const card = useRef<HTMLDivElement>(null)
  // The drop zone has gone with the focus on it; the form that took its place gets it.
  useEffect(() => {
    if (file) card.current?.focus()
  }, [file])
  const gone = useCallback(() => setUnfinished(null), [])
  const choose = (chosen: File) => {
    // A title that its rider wrote stays; one that came from the file before does not.
    const fromBefore = !fields.title || (file && fields.title === titleFromFileName(file.name))
    if (fromBefore) setFields({ ...fields, title: titleFromFileName(chosen.name) })
    setFile(chosen)
  }
  return (
    <div className="flex flex-col gap-5">
      {unfinished && !file && <ResumeCard upload={unfinished} onGone={gone} />}
      {file ? (
        <Card ref={card} tabIndex={-1} className="space-y-6 p-5 outline-none sm:p-6">
          <ChosenFile file={file} onFile={choose} />
          <UploadForm
            fields={fields}
            disabled={false}
            onChange={setFields}
            onSubmit={() => void uploader.start(file, fields)}
          >
            <Button type="submit" size="lg" className="mt-6 w-full sm:w-auto">
              {texts.start}
            </Button>
          </UploadForm>
        </Card>
      ) : (
        <DropZone onFile={choose} second={unfinished !== null} />
      )}
    </div>
  )
}

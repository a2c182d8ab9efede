import { titleFromFileName } from '#contract/clean-text.ts'
import { Button } from '../../ui/button.tsx'
import { ChosenFile } from './chosen-file.tsx'
import { DuplicateWarning } from './duplicate-warning.tsx'
import { QueueList } from './queue-list.tsx'
import { texts } from './texts.ts'
import { usePreflight } from './transfer/preflight.ts'
import type { UploadFields } from './transfer/upload-state.ts'
import { uploader } from './transfer/uploader.ts'
import { UploadForm } from './upload-form.tsx'

/** A chosen file: its facts, the form about it, and the files that follow it. */
export function ChosenUpload({
  file,
  more,
  fields,
  onFields,
  onFile,
  onMore,
}: {
  file: File
  more: readonly File[]
  fields: UploadFields
  onFields: (part: Partial<UploadFields>) => void
  onFile: (file: File) => void
  onMore: (files: readonly File[]) => void
}) {
  const preflight = usePreflight(file)
  const start = () =>
    void uploader.start(
      file,
      fields,
      // They are from one ride, so they share its category; each has its own name.
      more.map(next => ({
        file: next,
        fields: { title: titleFromFileName(next.name), description: '', category: fields.category },
      })),
    )
  return (
    <>
      <ChosenFile file={file} preflight={preflight} onFile={onFile} />
      {preflight?.known && <DuplicateWarning known={preflight.known} />}
      <UploadForm fields={fields} disabled={false} onChange={onFields} onSubmit={start}>
        {more.length > 0 && (
          <div className="mt-6">
            <QueueList
              items={more.map(next => ({ key: next, title: next.name, size: next.size }))}
              onRemove={gone => onMore(more.filter(next => next !== gone))}
            />
          </div>
        )}
        {/* On phones and tablets it stays visible above the bottom bar, however long the form is. */}
        <div className="mt-6 max-lg:sticky max-lg:bottom-[calc(4rem+env(safe-area-inset-bottom))] max-lg:-mx-5 max-lg:-mb-5 max-lg:rounded-b-xl max-lg:border-line max-lg:border-t max-lg:bg-surface max-lg:px-5 max-lg:py-3 sm:max-lg:-mx-6 sm:max-lg:-mb-6 sm:max-lg:px-6">
          <Button type="submit" size="lg" className="w-full sm:w-auto">
            {more.length > 0
              ? texts.startMany(more.length + 1)
              : preflight?.known
                ? texts.known.anyway
                : texts.start}
          </Button>
        </div>
      </UploadForm>
    </>
  )
}

import type { ReactNode } from 'react'
import { texts as videoTexts } from '../../entities/video/texts.ts'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { texts } from './texts.ts'
import type { UploadFields } from './transfer/upload-state.ts'

export const emptyFields: UploadFields = { title: '', description: '', category: 'utv' }

const categories = Object.entries(videoTexts.categories).map(([value, label]) => ({ value, label }))

/** Title, description, category. Disabled while the video is sent and processed. */
export function UploadForm({
  fields,
  disabled,
  onChange,
  onSubmit,
  children,
}: {
  fields: UploadFields
  disabled: boolean
  onChange?: (fields: UploadFields) => void
  onSubmit?: () => void
  children?: ReactNode
}) {
  const change = (part: Partial<UploadFields>) => onChange?.({ ...fields, ...part })
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        onSubmit?.()
      }}
    >
      <fieldset disabled={disabled} className="space-y-5">
        <legend className="sr-only">{texts.aboutVideo}</legend>
        <TextField
          label={texts.fields.title}
          hint={disabled ? undefined : texts.titleHint}
          value={fields.title}
          maxLength={150}
          onChange={event => change({ title: event.target.value })}
        />
        <TextArea
          label={texts.fields.description}
          value={fields.description}
          maxLength={5000}
          onChange={event => change({ description: event.target.value })}
        />
        <Select
          label={texts.fields.category}
          value={fields.category}
          options={categories}
          onChange={event => change({ category: event.target.value as UploadFields['category'] })}
        />
      </fieldset>
      {children}
    </form>
  )
}

import type { ReactNode } from 'react'
import { texts } from '#texts/features/upload.ts'
import { categoryOptions } from '../../entities/video/category-options.ts'
import { bindFields } from '../../lib/fields.ts'
import { Select, TextArea, TextField } from '../../ui/inputs/field.tsx'
import type { UploadFields } from './transfer/upload-state.ts'

/** Title, description, category. Disabled while the video uploads and processes. */
export function UploadForm({
  fields,
  disabled,
  onChange,
  onSubmit,
  children,
}: {
  fields: UploadFields
  disabled: boolean
  onChange?: (part: Partial<UploadFields>) => void
  onSubmit?: () => void
  children?: ReactNode
}) {
  const field = bindFields(fields, part => onChange?.(part))
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
          hint={disabled ? texts.lockedHint : texts.titleHint}
          maxLength={150}
          {...field('title')}
        />
        <TextArea
          label={texts.fields.description}
          maxLength={5000}
          className="disabled:field-sizing-content disabled:min-h-12 disabled:resize-none"
          {...field('description')}
        />
        <Select label={texts.fields.category} options={categoryOptions} {...field('category')} />
      </fieldset>
      {children}
    </form>
  )
}

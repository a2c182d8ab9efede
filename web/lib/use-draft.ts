import { useState } from 'react'
import { draftOf, hasDraft, keepDraft } from './draft.ts'
import { bindFields } from './fields.ts'

/**
 * The fields of a form that survive a lost session, a reload and accidental navigation: kept in this tab for this
 * person until saved or canceled. @param form the form's name, unique in the product @returns `restored`: they were
 * typed before this page was shown, which the form should say
 */
export function useDraft<T extends object>(form: string, initial: T) {
  const [{ fields, restored }, setState] = useState(() =>
    hasDraft(form) ? { fields: draftOf(form) as T, restored: true } : { fields: initial, restored: false },
  )
  const change = (part: Partial<T>) => {
    const next = { ...fields, ...part }
    keepDraft(form, next)
    setState({ fields: next, restored: false })
  }
  return {
    fields,
    restored,
    change,
    field: bindFields(fields, change),
    /** What the page fills in itself, which isn't a draft. */
    preset: (next: T) => setState(now => ({ ...now, fields: next })),
  }
}

import { useState } from 'react'
import { draftOf, hasDraft, keepDraft } from './draft.ts'
import { bindFields } from './fields.ts'

/**
 * The fields of a form that outlive a lost session, a reload and a wrong turn: kept in this tab for this person until
 * they are saved or given up.
 * @param form its name, one for each form of the product
 * @returns `restored`: they were typed before this page was shown, which the form should say
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
    /** What the page itself fills in: nothing that anybody would miss. */
    preset: (next: T) => setState(now => ({ ...now, fields: next })),
  }
}

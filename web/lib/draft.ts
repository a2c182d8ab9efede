import { useState } from 'react'
import { storageKeys } from '#contract/constants.ts'
import { local, perTab } from './browser-storage.ts'
import { bindFields } from './fields.ts'

const key = 'drafts'

interface Kept {
  userId: string | null
  forms: Record<string, unknown>
}

/** Nobody reads what somebody else has typed, also in a tab that both have used. */
function kept(): Kept {
  const userId = local.get(storageKeys.userToken)
  const stored = JSON.parse(perTab.get(key) ?? 'null') as Kept | null
  return stored && stored.userId === userId ? stored : { userId, forms: {} }
}

/** Keeps what was typed into a form for whoever is signed in here. */
export function keepDraft(form: string, fields: unknown): void {
  const { userId, forms } = kept()
  perTab.set(key, JSON.stringify({ userId, forms: { ...forms, [form]: fields } }))
}

/** Saved, or given up. */
export function forgetDraft(form: string): void {
  if (!hasDraft(form)) return
  const { userId, forms } = kept()
  const { [form]: _gone, ...others } = forms
  perTab.set(key, JSON.stringify({ userId, forms: others }))
}

export const forgetDrafts = (): void => perTab.remove(key)

/** Whether something typed into this form waits to be gone on with. */
export const hasDraft = (form: string): boolean => form in kept().forms

/**
 * The fields of a form that outlive a lost session, a reload and a wrong turn: kept in this tab for this person until
 * they are saved or given up.
 * @param form its name, one for each form of the product
 * @returns `restored`: they were typed before this page was shown, which the form should say
 */
export function useDraft<T extends object>(form: string, initial: T) {
  const [{ fields, restored }, setState] = useState(() =>
    hasDraft(form)
      ? { fields: kept().forms[form] as T, restored: true }
      : { fields: initial, restored: false },
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

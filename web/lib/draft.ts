import { storageKeys } from '#contract/constants.ts'
import { local, perTab } from './browser-storage.ts'

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

/** What was typed into this form; undefined where nothing is kept. */
export const draftOf = (form: string): unknown => kept().forms[form]

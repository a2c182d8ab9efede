import { storageKeys } from '#contract/constants.ts'
import { local, perTab, viewKeys } from './browser-storage.ts'

const key = viewKeys.drafts

interface Kept {
  userId: string | null
  forms: Record<string, unknown>
}

/** One person never sees another's drafts, even in a tab that both have used. */
function kept(): Kept {
  const userId = local.get(storageKeys.userToken)
  const stored = JSON.parse(perTab.get(key) ?? 'null') as Kept | null
  return stored && stored.userId === userId ? stored : { userId, forms: {} }
}

/** Keeps what was typed into a form for the signed-in person. */
export function keepDraft(form: string, fields: unknown): void {
  const { userId, forms } = kept()
  perTab.set(key, JSON.stringify({ userId, forms: { ...forms, [form]: fields } }))
}

/** After saving or canceling. */
export function forgetDraft(form: string): void {
  if (!hasDraft(form)) return
  const { userId, forms } = kept()
  const { [form]: _gone, ...others } = forms
  perTab.set(key, JSON.stringify({ userId, forms: others }))
}

export const forgetDrafts = (): void => perTab.remove(key)

/** Whether this form has unsaved input. */
export const hasDraft = (form: string): boolean => form in kept().forms

/** What was typed into this form; undefined if nothing is kept. */
export const draftOf = (form: string): unknown => kept().forms[form]

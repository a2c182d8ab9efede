import type { Language } from '#contract/reading/languages.ts'
import { all } from '#sentences/all.ts'
import { speak, type Texts } from './sentences.ts'

/** Every language of the contract has a catalog. */
const catalogs: Record<Language, Texts> = all

/** Makes all sentences of the server known in every language, whichever modules a process loads. */
export function learnLanguages(): void {
  for (const [language, texts] of Object.entries(catalogs)) speak(language as Language, texts)
}

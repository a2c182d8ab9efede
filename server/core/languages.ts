import { languageCodes } from '#contract/reading/languages.ts'
import { speak } from './sentences.ts'

const translations = await Promise.all(
  languageCodes.map(async language => {
    const { all } = await import(`../../.runtime/texts/${language}/all.ts`)
    return { language, all }
  }),
)

/** Makes all sentences of the server known in every language, whichever modules a process loads. */
export function learnLanguages(): void {
  for (const { language, all } of translations) speak(language, all)
}

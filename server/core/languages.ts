import { languageCodes } from '#contract/reading/languages.ts'
import { speak } from './sentences.ts'

const translations = await Promise.all(
  languageCodes.slice(1).map(async language => {
    const { all } = await import(`../../.runtime/texts/${language}/all.ts`)
    return { language, all }
  }),
)

/** Makes the server's sentences known in every language but English, which they are written in. */
export function learnLanguages(): void {
  for (const { language, all } of translations) speak(language, all)
}

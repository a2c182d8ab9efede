import { type Language, languageCodes } from '#contract/reading/languages.ts'
import { speak } from '#server/core/sentences.ts'
import { phraseIn } from './es-MX/words/phrases.ts'

/** What no catalog has: plans, findings of schemas, names of devices and what posts contain, by their English text. */
const phrases: Partial<Record<Language, (english: string) => string>> = { 'es-MX': phraseIn }

const translations = await Promise.all(
  languageCodes.slice(1).map(async language => {
    const { all } = await import(`../../.runtime/texts/${language}/all.ts`)
    return { language, all }
  }),
)

/** Makes the server's sentences known in every language but English, which they are written in. */
export function learnLanguages(): void {
  for (const { language, all } of translations)
    speak(language, all, phrases[language] ?? (english => english))
}

import { speak } from '#server/core/sentences.ts'
import { spanish } from './es-MX/index.ts'
import { phraseIn } from './es-MX/words/phrases.ts'

/** Makes the server's sentences known in every language but English, which they are written in. */
export function learnLanguages(): void {
  speak('es-MX', spanish, phraseIn)
}

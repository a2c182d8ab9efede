import type { CurrentUser } from '#contract/accounts.ts'
import { type Language, languages } from '#contract/reading/languages.ts'
import { call } from '../../lib/calls/call.ts'
import { language } from '../../lib/language.ts'

/** The language chosen in this browser, or undefined. */
const languageHere = (): Language | undefined =>
  (Object.keys(languages) as Language[]).find(code =>
    document.cookie.split('; ').includes(`language=${code}`),
  )

/** Shows the app in a language from now on in this browser. public/start.js does the same for visitors. */
export function showIn(chosen: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers
  document.cookie = `language=${chosen}; path=/; max-age=34560000; samesite=lax`
  // Where cookies are blocked, a reload would bring the same page for ever.
  if (chosen !== language && languageHere() === chosen) window.location.reload()
}

/**
 * Shows the language that a person chose elsewhere, in a browser where none was chosen; and keeps with the account what
 * was chosen in this browser before signing in.
 */
export async function followLanguage(user: Pick<CurrentUser, 'language'>): Promise<void> {
  const here = languageHere()
  if (user.language && !here) showIn(user.language)
  else if (here && !user.language) await call('profileUpdate', { body: { language: here } })
}

import { languages } from '#texts/languages.ts'

/** The languages that have a catalog, each by its own name. The first is the one that texts are written in. */
export { languages }
export type Language = keyof typeof languages
export const languageCodes = Object.keys(languages) as Language[]

/** The cookie in which a browser keeps the language chosen in it; web/features/accounts/language.ts and web/public/start.js write it. */
export const languageCookie = 'language'

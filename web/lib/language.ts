import type { Language } from '#contract/reading/languages.ts'

/** The language that this app was built in: each has a catalog in `languages/`. */
export const language: Language = import.meta.env.WEB_LANGUAGE ?? 'en'

/**
 * How dates and times are written: as in the viewer's country, in the language of the texts. Numbers are written as in
 * that language for everybody. @param wanted tags that the browser asks for, the most wanted first
 */
export const localeOf = (wanted: readonly string[]): string =>
  wanted.find(tag => tag.startsWith(language.slice(0, 2))) ?? language

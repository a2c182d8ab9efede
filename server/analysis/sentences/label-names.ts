import type { Language } from '#server/core/sentences.ts'

/** A label's name in several languages as one value of a sentence: "water|es-MX=agua". Names contain neither sign. */
export const labelName = ({
  en,
  ...others
}: { en: string } & Partial<Record<Language, string | undefined>>) =>
  [en, ...Object.entries(others).flatMap(([language, name]) => (name ? `${language}=${name}` : []))].join('|')

/** The name in a language, otherwise in English. */
export function labelIn(language: Language, name: string): string {
  const [english = '', ...others] = String(name).split('|')
  const own = others.find(other => other.startsWith(`${language}=`))
  return own?.slice(language.length + 1) ?? english
}

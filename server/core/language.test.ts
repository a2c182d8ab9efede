import { expect, test } from 'vitest'
import { acceptedLanguage, languageOf } from './language.ts'
import { learnLanguages } from './languages.ts'
import { textIn } from './sentences.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es-MX'],
  ['es-AR', 'es-MX'],
  ['de,es;q=0.5,en;q=0.9', 'en'],
  ['de-DE,de;q=0.9', 'en'],
  ['es;q=0, en', 'en'],
  ['en-GB, es', 'en'],
  ['*', 'en'],
  ['es;q=x', 'en'],
])('Accept-Language %s gets %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language)
})

const asking = (cookies: Record<string, string>, accept: string) => ({
  cookies,
  headers: { 'accept-language': accept },
})
const built = (language: string) => ['en', 'es-MX'].includes(language)

test('a chosen language wins over the one the browser asks for', () => {
  expect(languageOf(asking({ language: 'en' }, 'es'), built)).toBe('en')
  expect(languageOf(asking({ language: 'es-MX' }, 'en'), built)).toBe('es-MX')
})

test('a language that is not built is never served', () => {
  expect(languageOf(asking({ language: '../secret' }, 'es'), built)).toBe('es-MX')
  expect(languageOf(asking({ language: 'constructor' }, 'fr'), built)).toBe('en')
  expect(languageOf(asking({}, 'es'), language => language === 'en')).toBe('en')
})

test('a stored sentence has words in a process that loads no slice', () => {
  learnLanguages()
  const stored = { id: 'covers.notProcessed', values: {} }
  expect(textIn(stored, 'en')).toMatch(/it has no cover/)
  expect(textIn(stored, 'es-MX')).not.toBe(textIn(stored, 'en'))
})

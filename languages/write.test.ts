import { expect, test } from 'vitest'
import { languagesOf } from './write.ts'

test('names each language in itself, with its country where two catalogs have the same language', () => {
  expect(languagesOf(['en-AU', 'en-GB', 'es-MX'])).toBe(
    'export const languages = {"en-AU":"Australian English","en-GB":"British English","es-MX":"Español"} as const\n',
  )
})

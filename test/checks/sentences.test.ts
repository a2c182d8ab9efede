import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sources } from '#test/harness/imports.ts'

const root = path.resolve(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

const files = sources('server').filter(file => !/\.test\.ts$/.test(file))

/** A string or template as the second argument: a sentence beside its use instead of in a catalog. */
const inline =
  /new (?:AppError|BodyError|UnusableVideoError|UnusablePictureError|PublishError)\(\s*(?:'\w+',\s*)?['"`](?!\w+['"],)/

test('refusals say sentences of a catalog', () => {
  const wrong = files.filter(file => inline.test(textOf(file)))
  expect(wrong.sort(), 'move these sentences to the catalog of their slice').toEqual([])
})

test.each([
  ["new AppError('conflict', 'Not yet.')", true],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code to be read
  ["new AppError(\n  'conflict',\n  `${name} is gone.`,\n)", true],
  ["new UnusableVideoError('Too long.')", true],
  ["new AppError('conflict', sentences.notYet)", false],
  ['new UnusableVideoError(sentences.tooLong({ minutes: 60 }))', false],
])('%s: text next to its use: %s', (code, found) => {
  expect(inline.test(code)).toBe(found)
})

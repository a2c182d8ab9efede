import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Sentence } from '#server/platform/sentences.ts'
import { sources } from '#test/harness/imports.ts'

const root = path.resolve(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

const files = sources('server').filter(file => !/\.test\.ts$/.test(file))
const catalogs = files.filter(
  file => /catalog\('\w+', \{/.test(textOf(file)) && !file.startsWith('server/platform/sentences'),
)

/** A string or template as the second argument: a sentence beside its use instead of in a catalog. */
const inline =
  /new (?:AppError|BodyError|UnusableVideoError|UnusablePictureError)\(\s*(?:'\w+',\s*)?['"`](?!\w+['"],)/

test('refusals say sentences of a catalog', () => {
  const wrong = files.filter(file => inline.test(textOf(file)))
  expect(wrong.sort(), 'move these sentences to the catalog of their slice').toEqual([])
})

/** The values that a sentence takes, each as a number: it counts, compares, formats or puts it in. */
function valuesOf(file: string, key: string): Record<string, number> {
  const names = new RegExp(`\\b${key}: \\(\\{([^}]*)\\}`).exec(textOf(file))?.[1] ?? ''
  return Object.fromEntries(names.split(',').map(name => [name.trim(), 2]))
}

async function entriesOf(file: string): Promise<[key: string, sentence: Sentence][]> {
  const module: Record<string, unknown> = await import(path.join(root, file))
  return Object.values(module)
    .filter(
      (exported): exported is Record<string, unknown> => typeof exported === 'object' && exported !== null,
    )
    .flatMap(exported =>
      Object.entries(exported).map(([key, made]): [string, Sentence] => [
        key,
        typeof made === 'function' ? made(valuesOf(file, key)) : made,
      ]),
    )
    .filter(([, made]) => made instanceof Sentence)
}

test('every sentence has a unique id and can be rendered', async () => {
  const all = (await Promise.all(catalogs.map(entriesOf))).flat().map(([, sentence]) => sentence)
  const ids = all.map(({ id }) => id)
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  expect(all.length).toBeGreaterThan(150)
  expect(all.filter(sentence => !String(sentence).trim())).toEqual([])
})

test('every sentence is used', async () => {
  const unused: string[] = []
  for (const catalog of catalogs) {
    const name = /export const (\w+) = catalog/.exec(textOf(catalog))?.[1] ?? ''
    const users = files
      .filter(file => file !== catalog)
      .map(textOf)
      .filter(text => text.includes(name))
      .join('\n')
    for (const [key, { id }] of await entriesOf(catalog))
      if (!new RegExp(`\\b${key}\\b`).test(users)) unused.push(id)
  }
  expect(unused).toEqual([])
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

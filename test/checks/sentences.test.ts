import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/endpoints/index.ts'
import { planFacts } from '#contract/money/constants.ts'
import { languageCodes } from '#contract/reading/languages.ts'
import { rejectionReasons } from '#contract/rejections.ts'
import { sentences as media } from '#server/core/media/sentences.ts'
import { retold, Sentence, sentenceBy, speak, type Values } from '#server/core/sentences.ts'
import { spanish } from '#server/languages/es-MX/index.ts'
import { phraseIn } from '#server/languages/es-MX/words/phrases.ts'
import { finding } from '#server/languages/es-MX/words/validation.ts'
import { sentences as videos } from '#server/videos/sentences.ts'
import { sources } from '#test/harness/imports.ts'
import { texts as rejections } from '#texts/rejections.ts'

const root = path.resolve(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

const files = sources('server').filter(file => !/\.test\.ts$/.test(file))
const catalogs = files.filter(
  file => /catalog\('\w+', \{/.test(textOf(file)) && !file.startsWith('server/core/sentences'),
)

/** A string or template as the second argument: a sentence beside its use instead of in a catalog. */
const inline =
  /new (?:AppError|BodyError|UnusableVideoError|UnusablePictureError|PublishError)\(\s*(?:'\w+',\s*)?['"`](?!\w+['"],)/

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

/** The same word in Spanish. */
const same = new Set(['Plan', 'Total', 'Video', 'Videos', 'Viral'])

/** What a value may be, so that another one makes another sentence. */
const trials = [
  2,
  1,
  77,
  true,
  false,
  null,
  'Ana',
  'Eva',
  'approve',
  'reject',
  'highlight',
  'title',
  'byte',
  'unsafe',
  'privacy',
  '2026-12-01',
]
type Said = (values: Record<string, unknown>) => unknown
const isWrite = (write: unknown): write is Said => typeof write === 'function'

const englishOf =
  (id: string): Said =>
  values =>
    sentenceBy(id, values as Values)?.in('en')

/** The values that change what a sentence says. */
function valuesThatCount(write: Said, names: string[]): string[] {
  const say = (values: Record<string, unknown>) => {
    try {
      return String(write(values))
    } catch {
      // It is not made for such a value.
      return null
    }
  }
  return names.filter(name =>
    [2, '2026-11-28'].some(usual => {
      const others = Object.fromEntries(names.map(other => [other, usual]))
      const said = trials.map(trial => say({ ...others, [name]: trial })).filter(text => text !== null)
      return new Set(said).size > 1
    }),
  )
}

const translations = { 'es-MX': spanish }

test('the server speaks every language of the web', () => {
  expect(Object.keys(translations)).toEqual(languageCodes.slice(1))
})

describe.each(Object.entries(translations))('in %s', (_language, slices) => {
  const bySlice: Record<string, Record<string, unknown>> = slices
  const writeOf = (id: string) => {
    const [slice = '', key = ''] = id.split('.')
    return bySlice[slice]?.[key]
  }

  test('every sentence is said, in words of its own, and nothing else', async () => {
    const all = (await Promise.all(catalogs.map(entriesOf))).flat().map(([, sentence]) => sentence)
    const wrong = all.filter(sentence => {
      const write = writeOf(sentence.id)
      return (
        write === undefined ||
        (typeof write === 'string' && write.trim() === sentence.in('en').trim() && !same.has(write))
      )
    })
    expect(wrong.map(({ id }) => id)).toEqual([])
    const known = new Set(all.map(({ id }) => id))
    const said = Object.entries(slices).flatMap(([slice, of]) =>
      Object.keys(of).map(key => `${slice}.${key}`),
    )
    expect(said.filter(id => !known.has(id))).toEqual([])
  })

  test('a sentence says the same values as in English', async () => {
    const wrong: string[] = []
    let compared = 0
    for (const file of catalogs) {
      for (const [key, { id }] of await entriesOf(file)) {
        const write = writeOf(id)
        if (!isWrite(write)) continue
        const names = Object.keys(valuesOf(file, key))
        compared++
        const [here, there] = [valuesThatCount(write, names), valuesThatCount(englishOf(id), names)]
        if (here.join() !== there.join()) wrong.push(`${id}: ${here} instead of ${there}`)
      }
    }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(60)
  })
})

/** The sentences that the contract's schemas define themselves. */
function ownFindings(): Set<string> {
  const found = new Set<string>()
  const seen = new Set<unknown>()
  const walk = (part: unknown) => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return
    seen.add(part)
    const { def } = (part as { _zod?: { def?: Record<string, unknown> } })._zod ?? {}
    if (typeof def?.error === 'function') {
      const said = def.error({ code: 'custom', input: undefined })
      found.add(typeof said === 'string' ? said : said.message)
    }
    for (const value of Array.isArray(part) ? part : Object.values(def ?? part)) walk(value)
  }
  for (const { body, query, params } of Object.values(endpoints) as Record<string, unknown>[])
    walk([body, query, params])
  return found
}

test('what the schemas say about a field is said in Spanish', () => {
  const own = ownFindings()
  expect(own.size).toBeGreaterThan(20)
  expect([...own].filter(text => finding(text) === text)).toEqual([])
  const wrongInputs: [z.ZodType, unknown][] = [
    [z.string(), undefined],
    [z.string().min(3), ''],
    [z.string().max(3), 'much'],
    [z.string().length(3), 'much'],
    [z.string().startsWith('a'), 'b'],
    [z.string().regex(/^\d$/), 'b'],
    [z.number().int(), 1.5],
    [z.number().min(3), 1],
    [z.number().max(3), 4],
    [z.number().multipleOf(2), 3],
    [z.array(z.string()).min(1), []],
    [z.enum(['a', 'b']), 'c'],
    [z.literal('a'), 'c'],
    [z.email(), 'c'],
    [z.uuid(), 'c'],
    [z.url(), 'c'],
    [z.iso.datetime(), 'c'],
    [z.strictObject({}), { more: 1 }],
    [z.union([z.string(), z.number()]), null],
    [z.boolean(), 'yes'],
    [z.record(z.string(), z.number()), 4],
  ]
  const said = wrongInputs.map(([schema, input]) => schema.safeParse(input).error?.issues[0]?.message ?? '')
  expect(said.filter(text => finding(text) === text)).toEqual([])
  expect(finding(said[0] ?? '')).toBe('Se esperaba un texto, se recibió nada')
  expect(finding(said[1] ?? '')).toBe('Debe tener al menos 3 caracteres')
})

test('a reason for a rejection, a plan and a stored refusal are said in Spanish', () => {
  for (const reason of rejectionReasons) {
    const { sentence } = rejections[reason]
    expect(phraseIn(sentence)).not.toBe(sentence)
  }
  const features = planFacts.flatMap(plan => plan.features)
  expect(features.filter(feature => phraseIn(feature) === feature)).toEqual([])
  speak('es-MX', spanish, phraseIn)
  const words = 'Too dark for me.'
  expect(retold(`${rejections.unsafe.sentence} ${words}`, 'es-MX')).toMatch(/^Muestra .+ Too dark/)
  expect(retold(words, 'es-MX')).toBe(words)
  expect(retold(String(videos.cutOff), 'es-MX')).toMatch(/^Falta el final/)
  expect(retold(String(videos.tooLong({ minutes: 60 })), 'es-MX')).toMatch(/más de 60 minutos/)
  expect(retold(String(media.notSupported({ codec: 'hap' })), 'es-MX')).toMatch(/\(hap\)/)
  expect(retold(String(videos.cpuWaits({ verified: false })), 'es-MX')).toMatch(/Verifica tu correo/)
  expect(retold(String(videos.cutOff), 'en')).toBe(String(videos.cutOff))
})

test('every sentence is used', async () => {
  const unused: string[] = []
  // The readers name their problems, of which `telemetry/problems` is the list.
  const readers = sources('telemetry').filter(file => !/(?:\.test|\/problems\/index)\.ts$/.test(file))
  for (const catalog of catalogs) {
    const name = /export const (\w+) = catalog/.exec(textOf(catalog))?.[1] ?? ''
    const users = [...files, ...readers]
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

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/endpoints/index.ts'
import { planFacts } from '#contract/money/constants.ts'
import { rejectionReasons } from '#contract/rejections.ts'
import { sentences as media } from '#sentences/media.ts'
import { sentences as videos } from '#sentences/videos.ts'
import { retold } from '#server/core/sentences.ts'
import { phraseIn } from '#server/languages/es-MX/words/phrases.ts'
import { finding } from '#server/languages/es-MX/words/validation.ts'
import { learnLanguages } from '#server/languages/index.ts'
import { sources } from '#test/harness/imports.ts'
import { texts as rejections } from '#texts/rejections.ts'

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
  learnLanguages()
  const words = 'Too dark for me.'
  expect(retold(`${rejections.unsafe.sentence} ${words}`, 'es-MX')).toMatch(/^Muestra .+ Too dark/)
  expect(retold(words, 'es-MX')).toBe(words)
  expect(retold(String(videos.cutOff), 'es-MX')).toMatch(/^Falta el final/)
  expect(retold(String(videos.tooLong({ minutes: 60 })), 'es-MX')).toMatch(/más de 60 minutos/)
  expect(retold(String(media.notSupported({ codec: 'hap' })), 'es-MX')).toMatch(/\(hap\)/)
  expect(retold(String(videos.cpuWaits({ verified: false })), 'es-MX')).toMatch(/Verifica tu correo/)
  expect(retold(String(videos.cutOff), 'en')).toBe(String(videos.cutOff))
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

import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/endpoints/index.ts'
import { learnLanguages } from '#server/core/languages.ts'
import { sentenceBy } from '../sentences.ts'
import { AppError } from './errors.ts'
import { readAs } from './findings.ts'

learnLanguages()

/** What is said about an input, in both languages. */
function said(schema: z.ZodType, input: unknown): [english: string, spanish: string] {
  try {
    readAs(schema, input)
  } catch (error) {
    if (error instanceof AppError) return [error.sentence.in('en'), error.sentence.in('es-MX')]
    throw error
  }
  throw new Error('It was accepted')
}

const wrong: [z.ZodType, unknown, spanish: string][] = [
  [z.string(), undefined, 'Se esperaba un texto, se recibió nada'],
  [z.coerce.number(), 'x', 'Se esperaba un número, se recibió NaN'],
  [z.string().min(3), '', 'Debe tener al menos 3 caracteres'],
  [z.string().max(3), 'much', 'Debe tener como máximo 3 caracteres'],
  [z.string().length(3), 'much', 'Debe tener exactamente 3 caracteres'],
  [z.string().startsWith('a'), 'b', 'Debe empezar con "a"'],
  [z.string().endsWith('a'), 'b', 'Debe terminar en "a"'],
  [z.string().includes('a'), 'b', 'Debe incluir "a"'],
  [z.string().regex(/^\d$/), 'b', 'Debe tener la forma /^\\d$/'],
  [z.number().int(), 1.5, 'Se esperaba un entero, se recibió un número'],
  [z.number().min(3), 1, 'Debe ser al menos 3'],
  [z.number().max(3), 4, 'Debe ser como máximo 3'],
  [z.number().gt(3), 3, 'Debe ser más de 3'],
  [z.number().lt(3), 3, 'Debe ser menos de 3'],
  [z.number().multipleOf(2), 3, 'Debe ser múltiplo de 2'],
  [z.array(z.string()).min(1), [], 'Debe tener al menos 1 elemento'],
  [z.enum(['a', 'b']), 'c', 'Opción no válida: usa una de "a"|"b"'],
  [z.literal('a'), 'c', 'Se esperaba "a"'],
  [z.email(), 'c', 'El correo no es válido'],
  [z.uuid(), 'c', 'El UUID no es válido'],
  [z.url(), 'c', 'La URL no es válida'],
  [z.iso.date(), 'c', 'La fecha ISO no es válida'],
  [z.iso.datetime(), 'c', 'La fecha y hora ISO no es válida'],
  [z.nanoid(), 'c', 'El formato no es válido (nanoid)'],
  [z.strictObject({}), { more: 1, less: 2 }, 'Campos desconocidos: "more", "less"'],
  [z.union([z.string(), z.number()]), null, 'No es válido'],
  [
    z.discriminatedUnion('a', [z.object({ a: z.literal('b') })]),
    { a: 'c' },
    "a: Opción no válida: usa una de 'b'",
  ],
  [z.boolean(), 'yes', 'Se esperaba true o false, se recibió un texto'],
  [z.record(z.string(), z.number()), 4, 'Se esperaba un objeto, se recibió un número'],
]

test.each(wrong)(
  'what the library finds is said in its own English words and in Spanish: %#',
  (schema, input, spanish) => {
    const [issue] = schema.safeParse(input).error?.issues ?? []
    const at = issue?.path.length ? `${issue.path.join('.')}: ` : ''
    expect(said(schema, input)).toEqual([`${at}${issue?.message}`, spanish])
  },
)

/** Whatever the contract's schemas say themselves. */
function ownMessages(): Set<string> {
  const found = new Set<string>()
  const seen = new Set<unknown>()
  const walk = (part: unknown) => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return
    seen.add(part)
    const { def } = (part as { _zod?: { def?: Record<string, unknown> } })._zod ?? {}
    if (typeof def?.error === 'function') {
      const message = def.error({ code: 'custom', input: undefined })
      found.add(typeof message === 'string' ? message : message.message)
    }
    for (const value of Array.isArray(part) ? part : Object.values(def ?? part)) walk(value)
  }
  for (const { body, query, params } of Object.values(endpoints) as Record<string, unknown>[])
    walk([body, query, params])
  return found
}

test('what the schemas of the contract say themselves is in the catalogs', () => {
  const own = [...ownMessages()]
  expect(own.length).toBeGreaterThan(20)
  expect(own.filter(id => !sentenceBy(id, {}))).toEqual([])
})

test('a limit of the contract is said with its value', () => {
  const { amount } = z.object({ amount: z.number().min(0.01, 'findings.amountTooSmall') }).shape
  expect(said(amount, 0)).toEqual([
    'The amount must be at least $0.01.',
    'El monto debe ser de al menos USD\u00a00.01.',
  ])
})

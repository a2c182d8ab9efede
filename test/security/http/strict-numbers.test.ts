import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { payoutPreferencesBody } from '#contract/money/payouts.ts'

const contract = path.resolve(import.meta.dirname, '../../../contract')

/** Every nested schema that converts its input to another type. */
function coercions(schema: unknown, where: string, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const def = (schema as { _zod?: { def: Record<string, unknown> } })._zod?.def
  if (!def) return Object.entries(schema).flatMap(([name, part]) => coercions(part, `${where}.${name}`, seen))
  const own = def.coerce === true ? [where] : []
  return [
    ...own,
    ...[
      'shape',
      'element',
      'innerType',
      'in',
      'out',
      'options',
      'items',
      'valueType',
      'left',
      'right',
    ].flatMap(name => coercions(def[name], `${where}.${name}`, seen)),
  ]
}

test('no body turns a list, a boolean or a string into a number', async () => {
  const found: string[] = []
  let bodies = 0
  for (const file of readdirSync(contract).filter(name => /^[a-z-]+\.ts$/.test(name))) {
    const exported = (await import(path.join(contract, file))) as Record<string, unknown>
    for (const [name, schema] of Object.entries(exported))
      if (name.endsWith('Body')) {
        bodies++
        found.push(...coercions(schema, name))
      }
  }
  expect(bodies).toBeGreaterThan(15)
  expect(found).toEqual([])
})

test('a payout threshold is a number or its decimal string, and nothing else', () => {
  const read = (payoutThreshold: unknown) => payoutPreferencesBody.safeParse({ payoutThreshold })
  for (const good of [50, 49.99, '50', '50.00', '25.5'])
    expect(read(good).data).toEqual({ payoutThreshold: Number(good) })
  const wrong = [
    [50],
    ['50'],
    [[50]],
    true,
    null,
    {},
    '',
    ' ',
    '5e1',
    '0x32',
    '50 ',
    '+50',
    '1_00',
    'NaN',
    Number.NaN,
  ]
  for (const bad of [...wrong, Number.POSITIVE_INFINITY, '24.99', 24, 501, '50.001'])
    expect(read(bad).success, JSON.stringify(bad)).toBe(false)
})

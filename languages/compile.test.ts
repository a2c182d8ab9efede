import { expect, test } from 'vitest'
import { compile, type Messages, valuesIn } from './compile.ts'

const facts = { brand: 'Trailcut', share: 0.7 }

/** The texts of the only module in a catalog, as its code has them. */
async function textsOf(messages: Messages, language = 'en') {
  const [code = ''] = compile(messages, { language, facts, values: valuesIn(messages, [], facts) }).values()
  const { stripTypeScriptTypes } = await import('node:module')
  return (await import(`data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code))}`)).texts
}

test('writes constants, facts, values, plurals, choices and numbers', async () => {
  const texts = await textsOf({
    // biome-ignore lint/suspicious/noTemplateCurlyInString: braces that a dollar precedes are a value all the same
    'a.plain': "It's `here`, ${now} '{or}' <b>",
    'a.made': 'by {brand}, who keep {share, number, percent}',
    'a.list.0': 'first',
    'a.list.1': 'second',
    'a.count': '{count, plural, =0 {no views} one {# view} other {# views}} of {name}',
    'a.mine': '{mine, select, true {You} other {They}} ride',
    'a.kind': '{kind, select, jump {Jump} other {Ride}} {seconds, number, ::.0} s',
    'a.sum': '{sum, number, ::currency/USD}',
  })
  expect(texts.plain({ now: 1 })).toBe("It's `here`, $1 {or} <b>")
  expect(texts.made).toBe('by Trailcut, who keep 70%')
  expect(texts.list).toEqual(['first', 'second'])
  expect([0, 1, 1234].map(count => texts.count({ count, name: 'Ana' }))).toEqual([
    'no views of Ana',
    '1 view of Ana',
    '1,234 views of Ana',
  ])
  expect([true, false].map(mine => texts.mine({ mine }))).toEqual(['You ride', 'They ride'])
  expect(texts.kind({ kind: 'jump', seconds: 2 })).toBe('Jump 2.0 s')
  expect(texts.kind({ kind: 'swim', seconds: 0.25 })).toBe('Ride 0.3 s')
  expect(texts.sum({ sum: 104.5 })).toBe('$104.50')
})

test('writes as its language does', async () => {
  const texts = await textsOf({ 'a.sum': '{sum, number, ::currency/USD}' }, 'es-MX')
  expect(texts.sum({ sum: 104.5 })).toBe('USD 104.50')
})

test('gives each value the most exact type that any language needs', () => {
  const values = valuesIn({ 'a.b': '{count} of {name}' }, [{ 'a.b': '{count, plural, other {#}}' }], facts)
  expect([...(values.get('a.b') ?? [])]).toEqual([
    ['count', 'number'],
    ['name', 'string | number'],
  ])
})

test.each<[string, Messages, Messages, RegExp]>([
  ['that lacks a message', { 'a.b': 'x', 'a.c': 'y' }, { 'a.b': 'x' }, /a\.c isn't translated/],
  ['with a message of its own', { 'a.b': 'x' }, { 'a.b': 'x', 'a.c': 'y' }, /a\.c is translated/],
  ['with a value of its own', { 'a.b': 'x' }, { 'a.b': '{name}' }, /\{name\} is in the translation only/],
  [
    'that uses a value as another type',
    { 'a.b': '{x, number}' },
    { 'a.b': '{x, select, true {a} other {b}}' },
    /a number and a boolean/,
  ],
])('refuses a translation %s', (_, original, translation, error) => {
  expect(() => valuesIn(original, [translation], facts)).toThrow(error)
})

test.each([
  ['an unclosed brace', '{count'],
  ['a plural without other', '{count, plural, one {x}}'],
  ['a style that there is not', '{count, number, spelled}'],
  ['a date', '{day, date, short}'],
])('refuses %s', (_, message) => {
  expect(() => compile({ 'a.b': message }, { language: 'en', facts, values: new Map() })).toThrow()
})

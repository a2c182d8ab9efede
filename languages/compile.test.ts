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

test('has a case for what is absent, and styles for what is measured', async () => {
  const texts = await textsOf({
    'a.due': 'due{day, select, null {} other { by {day}}}',
    'a.who': '{name, select, null {Somebody} other {{name}}} left at {time, number, clock}',
    'a.long': '{time, number, length}',
    'a.day': '{day, date, long}',
    'a.fast': '{speed, number, whole} km/h, {g, number, tenths} g',
  })
  expect([null, 'May 1'].map(day => texts.due({ day }))).toEqual(['due', 'due by May 1'])
  expect([null, 'Ana'].map(name => texts.who({ name, time: 125.9 }))).toEqual([
    'Somebody left at 2:05',
    'Ana left at 2:05',
  ])
  expect([119.5, 125.9].map(time => texts.long({ time }))).toEqual(['2:00', '2:06'])
  expect(texts.day({ day: '2026-11-28' })).toBe('November 28, 2026')
  expect(texts.fast({ speed: 1234.4, g: 2 })).toBe('1234 km/h, 2.0 g')
})

test('takes the cases of a select with an empty other for all there are', () => {
  const values = (english: string, spanish: string) =>
    valuesIn({ 'a.b': english }, [{ 'a.b': spanish }], facts)
      .get('a.b')
      ?.get('kind')?.of
  const english = '{kind, select, clip {a clip} reel {a reel} other {}}'
  expect(values(english, '{kind, select, reel {un reel} clip {un clip} other {}}')).toBe('"clip" | "reel"')
  expect(values(english, '{kind, select, reel {un reel} other {un clip}}')).toBe('"clip" | "reel"')
  expect(() => values(english, '{kind, select, reel {un reel} other {}}')).toThrow()
})

test('writes as its language does', async () => {
  const texts = await textsOf({ 'a.sum': '{sum, number, ::currency/USD}' }, 'es-MX')
  expect(texts.sum({ sum: 104.5 })).toBe('USD\u00a0104.50')
})

test('counts by the rules of its language', async () => {
  const message = '{count, plural, one {# jazda} few {# jazdy} other {# jazd}}'
  const texts = await textsOf({ 'a.rides': message }, 'pl')
  expect([1, 2, 5, 22].map(count => texts.rides({ count }))).toEqual([
    '1 jazda',
    '2 jazdy',
    '5 jazd',
    '22 jazdy',
  ])
  const french = await textsOf({ 'a.rides': '{count, plural, one {# sortie} other {# sorties}}' }, 'fr')
  expect([0, 1, 2].map(count => french.rides({ count }))).toEqual(['0 sortie', '1 sortie', '2 sorties'])
})

test('gives each value the most exact type that any language needs', () => {
  const values = valuesIn(
    { 'a.b': '{count} of {name}' },
    [{ 'a.b': '{name}: {count, plural, other {#}}' }],
    facts,
  )
  expect([...(values.get('a.b') ?? [])]).toEqual([
    ['count', { of: 'number', absent: false }],
    ['name', { of: 'string | number', absent: false }],
  ])
})

test.each<[string, Messages, Messages, RegExp]>([
  ['that lacks a message', { 'a.b': 'x', 'a.c': 'y' }, { 'a.b': 'x' }, /a\.c isn't translated/],
  ['with a message of its own', { 'a.b': 'x' }, { 'a.b': 'x', 'a.c': 'y' }, /a\.c is translated/],
  ['with a value of its own', { 'a.b': 'x' }, { 'a.b': '{name}' }, /\{name\} is in the translation only/],
  ['that lacks a value', { 'a.b': '{name}' }, { 'a.b': 'x' }, /\{name\} isn't in the translation/],
  [
    'that uses a value as another type',
    { 'a.b': '{x, number}' },
    { 'a.b': '{x, select, true {a} other {b}}' },
    /number and boolean/,
  ],
])('refuses a translation %s', (_, original, translation, error) => {
  expect(() => valuesIn(original, [translation], facts)).toThrow(error)
})

test.each([
  ['an unclosed brace', '{count'],
  ['a plural without other', '{count, plural, one {x}}'],
  ['a style that there is not', '{count, number, spelled}'],
  ['a style of dates that there is not', '{day, date, short}'],
  ['a time', '{at, time, short}'],
])('refuses %s', (_, message) => {
  expect(() => compile({ 'a.b': message }, { language: 'en', facts, values: new Map() })).toThrow()
})

// cspell:disable
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  charactersIn,
  cleanLine,
  cleanLines,
  firstCharacters,
  shortened,
  titleFromFileName,
} from './clean-text.ts'
import { emailAddress, line } from './text.ts'

test.each([
  ['right-to-left override', 'Ridge\u202Egpj.exe', 'Ridgegpj.exe'],
  ['zero-width characters', 'a\u200Bd\u200Cm\u200Di\u2060n\uFEFF', 'admin'],
  ['line breaks', 'one\ntwo\r\nthree\u2028four\u2029five\vsix', 'one two three four five six'],
  ['control characters', 'a\u0007b\u009Bc', 'abc'],
  ['blank letters', '\u3164\u115F\uFFA0', ''],
  ['blank braille and wide spaces', ' \u2800a\u3000\u00A0b ', 'a b'],
  ['tag characters outside of a flag', 'a\u{E0041}\u{E007F}', 'a'],
  ['private use and noncharacters', 'a\uE000\u{F0000}\uFFFEb', 'ab'],
  ['half a surrogate pair', 'a\ud800b\udc00', 'ab'],
  ['variation selectors behind letters', 'x\uFE0Fy\u{E0100}', 'xy'],
  ['letters in two parts', 'Zoe\u0308', 'Zo\u00EB'],
  ['a joiner behind a letter in two parts', 'e\u0308\u200C\u0645', '\u00EB\u0645'],
  ['piled-up marks', `a${'\u0316'.repeat(50)}`, `a${'\u0316'.repeat(6)}`],
])('removes %s', (_, text, clean) => {
  expect(cleanLine(text)).toBe(clean)
  expect(line(100).parse(text)).toBe(clean)
})

test.each([
  ['joined emoji', '👩🏽‍🚒 👨‍👩‍👧‍👦 ❤️‍🔥 🏳️‍🌈 🏍️'],
  ['keycaps and flags', '1️⃣ 🇲🇽 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['joiners between letters', 'می‌خواهم क्‍ष ശ്രീ‌രാമൻ'],
  ['variants of Chinese characters', '葛\u{E0100}城'],
  ['names', "Zoë O'Brien-Núñez d’Été Łukasz Ὀδυσσεύς Мария 山田 太郎 김민준 ราตรี"],
])('keeps %s', (_, text) => {
  expect(cleanLine(text)).toBe(text)
})

test('a text of several lines keeps its lines and nothing else that is invisible', () => {
  expect(cleanLines(' a\u202E\r\nb\u2028\n  c\t1 \n')).toBe('a\nb\n\n  c 1')
})

test('cleaning twice is cleaning once, and what is left can be seen and stored', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      ...[...'\u200B\u200C\u200D\u202E\u2028\n\t \uFE0F\u20E3👩❤🏴🏽1葛कم\u094D\u0308e\u2800\u3164'],
      '\u{E0067}',
      '\u{E007F}',
      '\u{E0100}',
      '\ud800',
    ),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), parts => {
      const text = parts.join('')
      for (const clean of [cleanLine, cleanLines]) {
        const once = clean(text)
        expect(clean(once)).toBe(once)
        expect(once.isWellFormed()).toBe(true)
        expect(once).not.toMatch(/[\u202A-\u202E\u2060-\u2069\u2028\u2029\u200B\u{E0001}\0]/u)
      }
      expect(cleanLine(text)).not.toContain('\n')
    }),
    { numRuns: 300 },
  )
})

test('counts what people see, and a long pile of parts as more than one', () => {
  expect(['Ridge', '👨‍👩‍👧‍👦', '👩🏽‍❤️‍💋‍👨🏿', 'e\u0308', '🇲🇽🇺🇸'].map(text => charactersIn(text))).toEqual([
    5, 1, 1, 1, 2,
  ])
  expect(charactersIn(`👩${'\u200D👩'.repeat(1000)}`)).toBeGreaterThan(100)
  expect(charactersIn('a'.repeat(1000), 5)).toBe(6)
  expect(firstCharacters('👨‍👩‍👧‍👦ab', 2)).toBe('👨‍👩‍👧‍👦a')
  expect(line(2).safeParse('👨‍👩‍👧‍👦👨‍👩‍👧‍👦').success).toBe(true)
  expect(line(2).safeParse('abc').success).toBe(false)
  expect(line(9, { min: 1 }).safeParse('\u200B\n').success).toBe(false)
})

test.each([
  ['Rock Creek.mp4', 'Rock Creek'],
  ['GX010123.MP4', 'GX010123'],
  ['v1.2 final.mov', 'v1.2 final'],
  ['no extension', 'no extension'],
  ['C:\\Videos\\Ridge\u202E4pm.mp4', 'Ridge4pm'],
  ['trails/mud\nday\u200B.mov', 'mud day'],
  ['.mp4', ''],
  [`${'👨‍👩‍👧‍👦'.repeat(200)}.mp4`, '👨‍👩‍👧‍👦'.repeat(150)],
])('the title from %j', (name, title) => {
  expect(titleFromFileName(name)).toBe(title)
})

test.each([
  ['short enough', 12, 'short enough'],
  ['Ridge run, and the creek', 16, 'Ridge run, and…'],
  ['Ridge run, and the creek', 12, 'Ridge run…'],
  ['Unbreakable', 5, 'Unbr…'],
  ['Ride 👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 20, 'Ride 👨‍👩‍👧‍👦…'],
])('shortens %j to %i units', (text, most, short) => {
  expect(shortened(text, one => one.length <= most)).toBe(short)
})

test.each([
  ['ana@example.com', 'ana@example.com'],
  ['a!b#c@localhost', 'a!b#c@localhost'],
  ['ana@exämple.com', 'ana@xn--exmple-cua.com'],
  ['ana@пример.рф', 'ana@xn--e1afmkfd.xn--p1ai'],
  ['ana@exämple.com/x', null],
  ['ana@exämple.com:25', null],
  ['ana', null],
  ['ána@example.com', null],
  ['a@b@example.com', null],
  [`${'a'.repeat(250)}@b.example`, null],
])('the email address %j is read as %j', (typed, read) => {
  expect(emailAddress().safeParse(typed).data ?? null).toBe(read)
})

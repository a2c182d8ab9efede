import { expect, test } from 'vitest'
import { sources } from '#test/harness/imports.ts'
import { nodesOf, textOf } from '#test/harness/syntax.ts'

/** As long as a description, or all headers of a request. Where time grows with the square of the length, it takes a second. */
const length = 20_000
/** What a pattern that reads such a text once never takes, on a busy machine either. Milliseconds. */
const atMostMs = 150

/** Texts of one sign or two in turn, alone, between letters and behind the sign that begins much of what is parsed. */
const hostile = [
  ' ',
  '\t',
  '\n',
  'a',
  'A',
  '0',
  '.',
  ',',
  ';',
  ':',
  '-',
  '/',
  '<',
  '"',
  '=',
  'é',
  ' a',
  ' ,',
  '0.',
  '<a',
  '\n ',
]
  .map(signs => signs.repeat(length / signs.length))
  .flatMap(run => [run, `a${run}é`, `<${run}`, `0${run}x`])

interface Found {
  file: string
  pattern: RegExp
}

/** The patterns in a file's code; those put together while it runs are not among them. */
const patternsIn = (file: string): Found[] =>
  [...nodesOf(file)].flatMap(({ regex }) => {
    const { pattern, flags } = (regex ?? {}) as { pattern?: string; flags?: string }
    return pattern === undefined ? [] : [{ file, pattern: new RegExp(pattern, flags) }]
  })

function millisecondsOf({ pattern }: Found, text: string): number {
  const from = performance.now()
  text.replace(pattern, '')
  return performance.now() - from
}

/** Whether a pattern takes that long each time: once may be the machine. */
const isSlowOn = (found: Found, text: string): boolean =>
  [1, 2, 3].every(() => millisecondsOf(found, text) > atMostMs)

/** They read only what we wrote ourselves, an operator's setting, or a field of a form in its own browser. */
const ownTexts = [
  'server/app.ts: /<(.+)>/',
  String.raw`server/docs/flowchart.ts: /(\w+)\["([^"]+)"\]/g`,
  String.raw`server/analysis/model-writer/rules.ts: /\d+ (?:km\/h|mph|m|ft)\b/g`,
  String.raw`server/analysis/texts/moment.ts: /[.\s]+$/`,
  String.raw`server/core/media/jail.ts: /(\/\S+) \(0x/g`,
  String.raw`web/features/accounting/rules.ts: /^\s*\$?\s*(\d{1,7})(?:\.(\d{1,2}))?\s*$/`,
  'web/features/accounting/rules.ts: /0+$/',
  String.raw`web/features/payouts/rules.ts: /^\s*\$?\s*\d+(\.\d+)?\s*$/`,
]
const nameOf = ({ file, pattern }: Found) => `${file}: ${pattern}`

test('no text makes a pattern of the server, or of what it draws, read it again and again', () => {
  const patterns = ['server', 'contract', 'telemetry', 'gauges', 'web']
    .flatMap(sources)
    .filter(file => !file.endsWith('.test.ts') && textOf(file).includes('/'))
    .flatMap(patternsIn)
  expect(patterns.length).toBeGreaterThan(200)
  expect(ownTexts.filter(own => !patterns.some(found => nameOf(found) === own))).toEqual([])
  const slow = patterns
    .filter(found => !ownTexts.includes(nameOf(found)))
    .filter(found => hostile.some(text => isSlowOn(found, text)))
  expect(slow.map(nameOf)).toEqual([])
})

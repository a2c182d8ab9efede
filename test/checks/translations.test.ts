import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { languageCodes } from '#contract/reading/languages.ts'
import { compiledIn, writtenIn } from '../../languages/write.ts'
import { sources } from '../harness/imports.ts'

const root = path.resolve(import.meta.dirname, '../..')
const catalogOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(root, 'languages', `${language}.json`), 'utf8'))
const english = catalogOf(writtenIn)

/** What is the same in Spanish: names, abbreviations, and words that riders borrow. */
const same = new Set([
  ...'Admin|Clip|Clip: {what}|Error|GPS|HTML|Hashtags|N|OK|Plan|Premium|Pro|QuickBooks Online'.split('|'),
  ...'Reel|Reel {number}: {title} ({length})|Rock crawling|Side-by-side|Stripe|UTV|Vertical|Video|Videos|Webhooks'.split(
    '|',
  ),
  ...[
    'Reel {number}',
    'Reel “{title}”',
    'Total',
    'Viral',
    'Xero',
    '{count}{more, select, true {+} other {}} {count, plural, one {video} other {videos}}',
  ],
])
/** Whether a message has a word of its own beside its values. */
const hasWord = (message: string) =>
  /\p{L}{2}/u.test(message.replace(/\{\w+(?:, number[^}]*)?\}|\{\w+, select, null|other/g, ''))

test.each(languageCodes.slice(1))('every message is translated to %s', language => {
  const wrong = Object.entries(catalogOf(language)).filter(([id, message]) => {
    if (message.trim() === '') return english[id]?.trim() !== ''
    return message === english[id] && hasWord(message) && !same.has(message)
  })
  expect(wrong).toEqual([])
})

/** What is chosen from, or handed on whole. */
const whole =
  /^(evidence|held|measured|rejections|telemetry|findings|publishing\.(alwaysPublic|noChanges)|pages\/legal\/\w+|features\/accounts\/outcome\.signInErrors)(\.|$)/

test('every message is used where its module is imported', () => {
  const importers = new Map([
    ['app/document', readFileSync(path.join(root, 'scripts/vite/texts.ts'), 'utf8')],
  ])
  for (const file of ['web', 'server'].flatMap(sources)) {
    const code = readFileSync(path.join(root, file), 'utf8')
    for (const [, module = ''] of code.matchAll(/'#(?:texts|sentences)\/([\w/-]+)\.ts'/g))
      importers.set(module, `${importers.get(module) ?? ''}\n${code}`)
  }
  const document = readFileSync(path.join(root, 'web/index.html'), 'utf8')
  const unused = Object.keys(english).filter(id => {
    const [module = '', ...keys] = id.split('.')
    const code = `${importers.get(module) ?? ''}${module === 'app/document' ? document : ''}`
    // A key may be chosen by a value, as a status is: then what holds it is named.
    return !whole.test(id) && !keys.slice(-2).some(key => new RegExp(`\\b${key}\\b`).test(code))
  })
  expect(unused).toEqual([])
})

test('counts are said in singular and plural', async () => {
  const { texts } = await import(path.join(compiledIn('es-MX'), 'pages/admin.ts'))
  expect([1, 2].map(count => texts.stats.unpriced({ count }))).toEqual([
    '1 video publicado aún no tiene precio',
    '2 videos publicados aún no tienen precio',
  ])
})

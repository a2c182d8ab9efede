import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { languageCodes } from '#contract/reading/languages.ts'
import { sources } from '#test/harness/imports.ts'

const web = path.resolve(import.meta.dirname, '../../web')
const translated = readdirSync(path.join(web, 'languages'), { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)

/** What is the same in Spanish: names, abbreviations, and words that riders borrow. */
const same = new Set(
  (
    'ATV|Admin|Clip|Clip: 2|Clips|Error|GPS|HTML|Hashtags|Markdown|N|No|OK|Plan|Premium|Pro|QuickBooks Online|Reel|' +
    'Reel 2: 2 (2)|Reels|Rock crawling|Side-by-side|Stripe|Trailcut|UTV|Vertical|Video|Videos|Xero|2+ videos'
  ).split('|'),
)
/** Made of what they are given alone, or of words that another module translates. */
const made = new Set([
  'features/publishing/texts.ts.texts.analytics.day1()',
  'pages/earnings/texts.ts.texts.transactions.types()',
])

const textsModules = sources('web')
  .map(file => file.replace(/^web\//, ''))
  .filter(file => /(^|[/-])texts\.ts$/.test(file) && !file.startsWith('languages/'))

/** What a function of texts may be called with: the first of these that its English version takes. */
const samples: unknown[][] = [
  [2, 2, 2, 2],
  ['Ana', 'Ana', 'Ana', 'Ana'],
  ['Ana', 2, 2, 'Ana'],
  ['Ana', ['Ana', 'Eva'], 2],
  [['Ana', 'Eva'], 2, 2],
  ['2026-12-01', 2],
]

type Write = (...given: readonly unknown[]) => unknown
const isWrite = (value: unknown): value is Write => typeof value === 'function'

function said(write: Write, given: readonly unknown[]): unknown {
  try {
    const text = write(...given)
    return JSON.stringify(text)?.match(/undefined|NaN/) ? undefined : text
  } catch {
    // These values are not what it takes: the next ones may be.
    return undefined
  }
}

/** Pairs of texts that stand at the same place, functions called with the same sample. */
function* pairs(english: unknown, other: unknown, place: string): Generator<[string, string, unknown]> {
  if (typeof english === 'string') yield [place, english, other]
  else if (isWrite(english)) {
    const given = samples.find(sample => said(english, sample) !== undefined)
    if (given && isWrite(other)) yield* pairs(said(english, given), said(other, given), `${place}()`)
    else if (given) yield [place, 'a function', other]
  } else if (english !== null && typeof english === 'object')
    for (const [key, value] of Object.entries(english))
      yield* pairs(value, (other as Record<string, unknown> | null | undefined)?.[key], `${place}.${key}`)
}

const codes = /\.(variant|path)$/
const wordless = (text: string) => !/\p{L}{2}/u.test(text.replace(/Ana|Eva|https?:\S+/g, ''))

test('every language but English has a folder, and there are no other folders', () => {
  expect(translated.sort()).toEqual(languageCodes.slice(1).sort())
})

describe.each(translated)('in %s', language => {
  const folder = path.join(web, 'languages', language)

  test('each texts module has a translation, and each translation has a texts module', () => {
    expect(textsModules.filter(file => !existsSync(path.join(folder, file)))).toEqual([])
    const orphans = sources(`web/languages/${language}`)
      .map(file => path.relative(`web/languages/${language}`, file))
      .filter(file => !existsSync(path.join(web, file)) && !existsSync(path.join(web, '..', file)))
    expect(orphans).toEqual([])
  })

  test.each(textsModules)('every text of %s is translated', async file => {
    const english: Record<string, unknown> = await import(path.join(web, file))
    const other: Record<string, unknown> = await import(path.join(folder, file))
    const wrong = [...pairs(english, other, '')]
      .filter(([place]) => !codes.test(place) && !made.has(`${file}${place}`))
      .filter(([, text, its]) => {
        if (typeof its !== 'string' || its.trim() === '') return text.trim() !== ''
        return its === text && !same.has(text) && !wordless(text)
      })
      .map(([place, text]) => `${place}: ${text}`)
    expect(wrong).toEqual([])
  })
})

test('counts are said in singular and plural', async () => {
  const of = async (file: string) => (await import(path.join(web, 'languages/es-MX', file))).texts
  const admin = await of('pages/admin/texts.ts')
  expect([1, 2].map(admin.stats.unpriced)).toEqual([
    '1 video publicado aún no tiene precio',
    '2 videos publicados aún no tienen precio',
  ])
  const dashboard = await of('pages/dashboard/texts.ts')
  expect([1, 2].map(dashboard.selection.deleted)).toEqual(['Video eliminado', '2 videos eliminados'])
  const { texts: counted } = await import(path.join(web, 'languages/es-MX/lib/format/texts.ts'))
  expect(counted).toEqual({ view: 'vista', views: 'vistas' })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { learnLanguages } from '#server/core/languages.ts'
import { micros, zero } from '#server/core/money.ts'
import type { Language } from '#server/core/sentences.ts'
import { bytesOfPdf, lettersOfPdf, pagesOfPdf, textOfPdf } from '#test/harness/pdf.ts'
import { statementPdf } from './pdf.ts'
import { monthInCents } from './rounding.ts'
import type { Statement, StatementRow } from './statement.ts'

const month = { opening: micros(12_340_000), closing: micros(62_340_000), payouts: micros(50_000_000) }
const statement: Statement = {
  number: '2026-10-7F3A09C1D2',
  month: '2026-10',
  zone: 'Pacific/Auckland',
  from: new Date('2026-09-30T11:00:00Z'),
  to: new Date('2026-10-31T11:00:00Z'),
  ...month,
  earnings: micros(100_000_000),
  views: 4000,
  shown: monthInCents(month),
}
const parties = {
  from: { name: 'Dust & Sons LLC', lines: ['12 Canyon Road, Moab, UT 84532, USA'] },
  to: { name: 'Sam Rivers', lines: ['4 Mesa Drive, Moab, Utah', 'sam@trailcut.example'] },
}
const now = new Date('2026-11-22T12:00:00Z')
const rowsOf = (titles: (string | null)[]): StatementRow[] =>
  titles.map(title => ({
    title,
    platform: 'YouTube',
    views: 4000,
    cents: 10_000n,
    ratePerView: '0.05',
    viralMultiplier: 1.25,
    planMultiplier: 1.5,
    creatorPercent: 70,
  }))
const pdfOf = (titles: (string | null)[], sides = parties, language: Language = 'en') =>
  bytesOfPdf(
    statementPdf(sides, statement, {
      rows: rowsOf(titles),
      payouts: [
        {
          at: new Date('2026-10-06T20:00:00Z'),
          returned: false,
          amount: micros(50_000_000),
          fee: micros(380_000),
          references: ['tr_1QxStatement', 'po_1QxStatement'],
          arrivedOn: '2026-10-09',
        },
        {
          at: new Date('2026-10-07T20:00:00Z'),
          returned: true,
          amount: zero,
          fee: zero,
          references: [],
          arrivedOn: null,
        },
      ],
      now,
      language,
    }),
  )

test('names both sides, its number, the terms of each row, and where each payout went', async () => {
  const text = textOfPdf(await pdfOf(['Dunes at first light', null]))
  for (const words of [
    'Sam Rivers',
    '4 Mesa Drive, Moab, Utah',
    'sam@trailcut.example',
    'Dust & Sons LLC',
    'Statement 2026-10-7F3A09C1D2',
    'October 2026',
    'Days and times in Pacific/Auckland time.',
    '$12.34',
    '$100.00',
    '$62.34',
    'Dunes at first light',
    'Deleted video',
    '4,000',
    '$0.05',
    '1.25×',
    '1.5×',
    '70%',
    // The evening of the 6th in UTC is the 7th in Auckland.
    'Oct 7, 2026',
    'Oct 9, 2026',
    'tr_1QxStatement · po_1QxStatement',
    '$49.62',
    'Tax withheld: $0.00',
    'Page 1 of 1',
  ])
    expect(text).toContain(words)
})

test('is written in Spanish for a Spanish reader', async () => {
  learnLanguages()
  const text = textOfPdf(await pdfOf(['Dunas al amanecer', null], parties, 'es-MX'))
  for (const words of [
    'Estado de cuenta',
    'octubre de 2026',
    'Días y horas en la zona',
    'USD 12.34',
    'Video eliminado',
    'Vistas',
    '7 oct 2026',
    'Página 1 de 1',
  ])
    expect(text.replaceAll('\u00a0', ' ')).toContain(words)
  expect(text).not.toMatch(/view|Payout|Earn|Balance|Date/)
})

/** The title in the only row: what stands between the last column's name and the platform. */
function titleIn(pieces: readonly string[]): string {
  return pieces.slice(pieces.lastIndexOf('Earned') + 1, pieces.indexOf('YouTube')).join('')
}

test.each([
  ['simplified Chinese', '越野车跳跃沙丘'],
  ['traditional Chinese', '越野車跳躍沙丘國龍'],
  ['Japanese', 'ジャンプ最高、峠のオフロード！'],
  ['Korean', '오프로드 점프 산길'],
  ['Thai', 'กระโดดภูเขา'],
  ['Hindi', 'पहाड़ी कूद'],
  ['Russian and Latin', 'Прыжок RZR'],
  ['several scripts', 'Moab 砂丘 오프로드 Прыжок'],
])('prints titles in %s without a missing letter', async (_script, title) => {
  const { pieces, missing } = lettersOfPdf(await pdfOf([title]))
  expect(missing).toBe(0)
  const letters = (text: string) => text.replaceAll(' ', '')
  // Hindi marks are drawn in another order than they are written, so compare the letters without order.
  const sorted = (text: string) => [...letters(text)].sort().join('')
  expect(sorted(titleIn(pieces))).toBe(sorted(title))
})

test('a letter that no font has becomes a replacement character, never a box', async () => {
  const { pieces, missing } = lettersOfPdf(await pdfOf(['ꦗꦮ 山']))
  expect(missing).toBe(0)
  expect(titleIn(pieces)).toMatch(/^\ufffd+ ?山$/)
})

test('every font is embedded', async () => {
  const file = (await pdfOf(['Dunes', 'Прыжок'])).toString('latin1')
  expect(file).not.toMatch(/\/Subtype \/Type1\b/)
  const described = file.match(/\/Type \/FontDescriptor\b/g)?.length ?? 0
  expect(described).toBeGreaterThanOrEqual(3)
  expect(file.match(/\/FontFile\d /g)).toHaveLength(described)
})

test('the same figures produce the same bytes', async () => {
  const [one, two] = [await pdfOf(['Прыжок', 'קפיצה']), await pdfOf(['Прыжок', 'קפיצה'])]
  expect(one.equals(two)).toBe(true)
})

test('hundreds of videos continue over pages, each with column headings and a page number', async () => {
  const pdf = await pdfOf(Array.from({ length: 120 }, (_, n) => `Ride ${n}`))
  const text = textOfPdf(pdf)
  const pages = pagesOfPdf(pdf)
  expect(pages).toBeGreaterThan(3)
  expect(text).toContain(`Page ${pages} of ${pages}`)
  expect(text.split('\n').filter(line => line === 'Platform').length).toBeGreaterThanOrEqual(pages - 1)
})

test('no name and no title breaks the layout', async () => {
  const letters = fc.string({ unit: 'grapheme', maxLength: 90 })
  await fc.assert(
    fc.asyncProperty(fc.array(letters, { maxLength: 5 }), letters, async (titles, name) => {
      const pdf = await pdfOf(titles, { ...parties, to: { name, lines: [name, 'x@y.example'] } })
      expect(pagesOfPdf(pdf)).toBe(1)
    }),
    { numRuns: 25 },
  )
})

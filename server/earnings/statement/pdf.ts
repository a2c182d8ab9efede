import { brand } from '#contract/brand.ts'
import { sentences as texts } from '#sentences/statement.ts'
import { fromCents, type Micros, minus, plus, toDollars } from '#server/core/money.ts'
import type { Language, Sentence } from '#server/core/sentences.ts'
import { zonedTime } from '#server/core/time-zone.ts'
import { printable } from './lettering.ts'
import { Sheet, type Style } from './sheet.ts'
import type { Statement, StatementPayout, StatementRow } from './statement.ts'

/** One of the two sides of a statement, with its legal name; further lines are its address and how to reach it. */
export interface Party {
  name: string
  lines: readonly string[]
}

const small: Style = { size: 7.5, muted: true }
const right: Style = { align: 'right' }

/** How a statement is written in a language. */
class Writing {
  readonly #language: Language
  constructor(language: Language) {
    this.#language = language
  }
  say = (sentence: Sentence): string => sentence.in(this.#language)
  sum = (sum: Micros): string => this.say(texts.amount({ sum: toDollars(sum) }))
  cents = (cents: bigint): string => this.sum(fromCents(cents))
  count = (count: number): string => count.toLocaleString(this.#language)
  /** @param rate in dollars, with as many decimals as it needs */
  rate = (rate: string): string => this.say(texts.atRate({ rate }))
  /** @param month 'YYYY-MM' */
  month(month: string): string {
    const names = new Intl.DateTimeFormat(this.#language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    return names.format(new Date(`${month}-01T00:00:00Z`))
  }
  day = (at: Date, zone: string): string =>
    zonedTime(at, zone).toLocaleString(this.#language, { dateStyle: 'medium' })
}

/**
 * The month as an A4 PDF, in cents that add up. The same figures give the same bytes.
 * @returns the document, still being written
 */
export function statementPdf(
  parties: { from: Party; to: Party },
  s: Statement,
  {
    rows,
    payouts,
    now,
    language,
  }: {
    rows: readonly StatementRow[]
    payouts: readonly StatementPayout[]
    now: Date
    language: Language
  },
): NodeJS.ReadableStream {
  const written = new Writing(language)
  const month = written.month(s.month)
  const title = written.say(texts.titleInFull({ month }))
  const sheet = new Sheet({ Title: title, Author: brand, CreationDate: s.to })
  let y = head(sheet, parties, s, now, written)
  y = summary(sheet, s, y + 16, written)
  y = earnings(sheet, rows, y + 22, written)
  y = paidOut(sheet, payouts, s.zone, y + 22, written)
  taxes(sheet, y + 22, written)
  return sheet.end(`${brand} · ${written.say(texts.numbered({ number: s.number }))}`, (page, pages) =>
    written.say(texts.page({ page, pages })),
  )
}

function head(
  sheet: Sheet,
  { from, to }: { from: Party; to: Party },
  s: Statement,
  now: Date,
  written: Writing,
): number {
  const { say } = written
  const { left, width } = sheet
  sheet.logo(left, 52, 30)
  sheet.text(brand, left + 40, 57, 200, { size: 16, bold: true })
  sheet.text(say(texts.title), left, 57, width, { size: 13, bold: true, align: 'right' })
  const gap = 20
  const column = (width - 2 * gap) / 3
  const party = (label: Sentence, { name, lines }: Party, x: number) => {
    sheet.text(say(label), x, 100, column, small)
    let y = sheet.text(name, x, 111, column, { size: 10.5, bold: true, lines: 2 })
    for (const line of lines) y = sheet.text(line, x, y, column, { lines: 3 })
    return y
  }
  const lower = Math.max(party(texts.from, from, left), party(texts.to, to, left + column + gap))
  const x = left + 2 * (column + gap)
  const note: Style = { ...small, align: 'right', lines: 4 }
  let y = sheet.text(written.month(s.month), x, 109, column, { size: 12, bold: true, align: 'right' })
  y = sheet.text(say(texts.numbered({ number: s.number })), x, y + 2, column, note)
  y = sheet.text(say(texts.zone({ zone: s.zone })), x, y + 2, column, note)
  if (now < s.to) y = sheet.text(say(texts.running), x, y + 2, column, note)
  return Math.max(lower, y)
}

function summary(sheet: Sheet, { shown }: Statement, y: number, { say, cents: inCents }: Writing): number {
  const parts = [
    ['', texts.opening, shown.opening],
    ['+', texts.earned, shown.earnings],
    ['–', texts.paidOut, shown.payouts],
    ['=', texts.closing, shown.closing],
  ] as const
  sheet.band(y, 48)
  const width = sheet.width / parts.length
  parts.forEach(([sign, label, cents], index) => {
    const x = sheet.left + index * width
    if (sign) sheet.text(sign, x - 4, y + 22, 12, { size: 13, muted: true })
    sheet.text(say(label), x + 14, y + 10, width - 16, small)
    sheet.text(inCents(cents), x + 14, y + 23, width - 16, { size: 13, bold: true })
  })
  return y + 48
}

/** Widths of the columns after the video's, in points. */
const columns = { platform: 84, views: 54, rate: 46, viral: 46, plan: 40, share: 42, earned: 62 }

function earnings(sheet: Sheet, rows: readonly StatementRow[], from: number, written: Writing): number {
  const { say, cents: inCents } = written
  const { left, width } = sheet
  const widths = Object.values(columns)
  const titleWidth = width - widths.reduce((sum, one) => sum + one, 0)
  const row = (title: string, cells: readonly string[], top: number, style: Style) => {
    let end = sheet.text(title, left, top, titleWidth - 8, { ...style, lines: 2 })
    let x = left + titleWidth
    cells.forEach((text, index) => {
      const cell = widths[index] as number
      const align = index === 0 ? {} : right
      end = Math.max(
        end,
        sheet.text(text, x, top, cell - (index === 0 ? 4 : 0), { ...style, ...align, lines: 2 }),
      )
      x += cell
    })
    return end
  }
  const header = (top: number) => {
    const { platform, viewsColumn, rate, viral, plan, share, earned } = texts
    const names = [platform, viewsColumn, rate, viral, plan, share, earned].map(say)
    const end = row(say(texts.video), names, top, { ...small, bold: true })
    sheet.rule(end + 3)
    return end + 8
  }
  let y = headed(sheet, say(texts.earnings), from)
  if (rows.length === 0) return sheet.text(say(texts.noEarnings), left, y, width)
  y = sheet.text(say(texts.earningsNote), left, y - 2, width, { ...small, lines: 2 }) + 8
  y = header(y)
  for (const one of rows) {
    if (y + 26 > sheet.bottom) y = header(sheet.page())
    const title = one.title === null ? say(texts.deleted) : printable(one.title) || say(texts.untitled)
    const cells = [
      one.platform ?? say(texts.unknownPlatform),
      written.count(one.views),
      written.rate(one.ratePerView),
      `${one.viralMultiplier}×`,
      `${one.planMultiplier}×`,
      `${one.creatorPercent}%`,
      inCents(one.cents),
    ]
    y = row(title, cells, y, {}) + 5
  }
  if (y + 36 > sheet.bottom) y = header(sheet.page())
  sheet.rule(y - 2)
  const sum = rows.reduce((total, { cents }) => total + cents, 0n)
  const views = rows.reduce((total, one) => total + one.views, 0)
  return row(say(texts.total), ['', written.count(views), '', '', '', '', inCents(sum)], y + 4, {
    bold: true,
  })
}

/** A heading that never stands alone at the bottom of a page. @returns the position of its text */
function headed(sheet: Sheet, text: string, y: number): number {
  const top = y + 70 > sheet.bottom ? sheet.page() : y
  return sheet.text(text, sheet.left, top, sheet.width, { size: 11.5, bold: true }) + 5
}

function paidOut(
  sheet: Sheet,
  payouts: readonly StatementPayout[],
  zone: string,
  from: number,
  { say, sum, day }: Writing,
): number {
  const { left, width } = sheet
  const amountsAt = left + width - 3 * 70
  const row = (
    [made, what, arrived, ...amounts]: readonly [string, string, string, string, string, string],
    top: number,
    style: Style,
  ) => {
    sheet.text(made, left, top, 72, style)
    const end = sheet.text(what, left + 76, top, amountsAt - left - 156, { ...style, lines: 3 })
    sheet.text(arrived, amountsAt - 76, top, 72, style)
    amounts.forEach((text, index) => {
      sheet.text(text, amountsAt + index * 70, top, 70, { ...style, ...right })
    })
    return end
  }
  const header = (top: number) => {
    const { when, what, arrived, fromBalance, fee, net } = texts
    const names = [say(when), say(what), say(arrived), say(fromBalance), say(fee), say(net)] as const
    const end = row(names, top, { ...small, bold: true })
    sheet.rule(end + 3)
    return end + 8
  }
  let y = headed(sheet, say(texts.payouts), from)
  if (payouts.length === 0) return sheet.text(say(texts.noPayouts), left, y, width)
  y = header(y)
  for (const { at, returned, amount, fee, references, arrivedOn } of payouts) {
    if (y + 34 > sheet.bottom) y = header(sheet.page())
    const what = say(returned ? texts.returned : texts.payout)
    const [feeShown, net] = returned ? ['', ''] : [sum(fee), sum(plus(amount, minus(fee)))]
    const arrived = arrivedOn ? day(new Date(`${arrivedOn}T00:00:00Z`), 'UTC') : '–'
    y = row([day(at, zone), what, arrived, sum(amount), feeShown, net], y, {})
    if (references.length)
      y = sheet.text(references.join(' · '), left + 76, y, width - 76, { ...small, lines: 2 })
    y += 6
  }
  return y
}

function taxes(sheet: Sheet, from: number, { say }: Writing): void {
  const { left, width } = sheet
  const note: Style = { ...small, size: 8, lines: 6 }
  let y = headed(sheet, say(texts.tax), from + 60 > sheet.bottom ? sheet.bottom : from)
  y = sheet.text(say(texts.taxLine), left, y, width, { bold: true })
  y = sheet.text(say(texts.taxNote), left, y + 2, width, note)
  sheet.text(say(texts.rounding), left, y + 8, width, note)
}

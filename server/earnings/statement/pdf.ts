import { brand } from '#contract/brand.ts'
import { fromCents, inWords, type Micros, minus, plus } from '#server/platform/money.ts'
import type { Language, Sentence } from '#server/platform/sentences.ts'
import { zonedTime } from '#server/platform/time-zone.ts'
import { texts } from '../sentences/statement.ts'
import { printable } from './lettering.ts'
import { Sheet, type Style } from './sheet.ts'
import type { Statement, StatementPayout, StatementTable } from './statement.ts'

/** The recipient of a statement; an address may have several lines. */
export interface Payee {
  name: string
  email: string
  address: readonly string[]
}

/** More platforms than this share a column. */
const mostColumns = 5
const cellWidth = 64
const small: Style = { size: 7.5, muted: true }
const right: Style = { align: 'right' }

/** How a statement is written in a language. */
class Writing {
  readonly #language: Language
  constructor(language: Language) {
    this.#language = language
  }
  say = (sentence: Sentence): string => sentence.in(this.#language)
  sum = (sum: Micros): string => this.say(texts.amount({ sum: inWords(sum) }))
  cents = (cents: bigint): string => this.sum(fromCents(cents))
  /** @param month 'YYYY-MM' */
  month(month: string): string {
    const names = new Intl.DateTimeFormat(this.#tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    return names.format(new Date(`${month}-01T00:00:00Z`))
  }
  day = (at: Date, zone: string): string =>
    zonedTime(at, zone).toLocaleString(this.#tag, { dateStyle: 'medium' })
  get #tag(): string {
    return this.#language === 'en' ? 'en-US' : this.#language
  }
}

/**
 * The month as an A4 PDF, in cents that add up. The same figures give the same bytes.
 * @returns the document, still being written
 */
export function statementPdf(
  who: Payee,
  s: Statement,
  {
    table,
    payouts,
    now,
    language,
  }: { table: StatementTable; payouts: readonly StatementPayout[]; now: Date; language: Language },
): NodeJS.ReadableStream {
  const written = new Writing(language)
  const month = written.month(s.month)
  const title = written.say(texts.titleInFull({ month }))
  const sheet = new Sheet({ Title: title, Author: brand, CreationDate: s.to })
  let y = head(sheet, who, s, now, written)
  y = summary(sheet, s, y + 16, written)
  y = earnings(sheet, narrowed(table, written), y + 22, written)
  y = paidOut(sheet, payouts, s.zone, y + 22, written)
  taxes(sheet, y + 22, written)
  return sheet.end(`${brand} · ${written.say(texts.title)}, ${month}`, (page, pages) =>
    written.say(texts.page({ page, pages })),
  )
}

function head(sheet: Sheet, who: Payee, s: Statement, now: Date, written: Writing): number {
  const { say } = written
  const { left, width } = sheet
  sheet.logo(left, 52, 30)
  sheet.text(brand, left + 40, 57, 200, { size: 16, bold: true })
  sheet.text(say(texts.title), left, 57, width, { size: 13, bold: true, align: 'right' })
  let y = 100
  const half = width / 2 - 10
  sheet.text(say(texts.to), left, y, half, small)
  let lower = sheet.text(who.name, left, y + 11, half, { size: 10.5, bold: true, lines: 2 })
  for (const line of [...who.address, who.email]) lower = sheet.text(line, left, lower, half, { lines: 2 })
  const x = left + width / 2 + 10
  y = sheet.text(written.month(s.month), x, y + 9, half, { size: 12, bold: true, align: 'right' })
  y = sheet.text(say(texts.zone({ zone: s.zone })), x, y + 2, half, { ...small, align: 'right', lines: 3 })
  if (now < s.to) y = sheet.text(say(texts.running), x, y, half, { ...small, align: 'right', lines: 2 })
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

/** A table with the names of its columns. */
type NamedTable = StatementTable & { platforms: string[] }

/** The table with at most five columns: further ones are combined into the last. */
function narrowed(table: StatementTable, { say }: Writing): NamedTable {
  const platforms = table.platforms.map(name => name ?? say(texts.unknownPlatform))
  if (platforms.length <= mostColumns) return { ...table, platforms }
  const keep = mostColumns - 1
  const joined = (cells: readonly ({ cents: bigint; views: number } | null)[]) => {
    const rest = cells.slice(keep).filter(cell => cell !== null)
    if (rest.length === 0) return null
    return {
      cents: rest.reduce((sum, cell) => sum + cell.cents, 0n),
      views: rest.reduce((sum, cell) => sum + cell.views, 0),
    }
  }
  return {
    platforms: [...platforms.slice(0, keep), say(texts.otherPlatforms)],
    rows: table.rows.map(row => ({ ...row, cells: [...row.cells.slice(0, keep), joined(row.cells)] })),
    totals: [...table.totals.slice(0, keep), joined(table.totals) ?? { cents: 0n, views: 0 }],
  }
}

function earnings(sheet: Sheet, table: NamedTable, from: number, { say, cents: inCents }: Writing): number {
  const { left, width } = sheet
  const titleWidth = width - cellWidth * (table.platforms.length + 1)
  const column = (index: number) => left + titleWidth + index * cellWidth
  const header = (top: number) => {
    sheet.text(say(texts.video), left, top, titleWidth, { ...small, bold: true })
    const names = [...table.platforms, say(texts.total)]
    const height = Math.max(
      ...names.map(name => sheet.heightOf(name, cellWidth - 6, { ...small, bold: true, lines: 2 })),
    )
    names.forEach((name, index) => {
      sheet.text(name, column(index) + 6, top, cellWidth - 6, { ...small, bold: true, lines: 2, ...right })
    })
    sheet.rule(top + height + 3)
    return top + height + 8
  }
  const amounts = (cells: readonly ({ cents: bigint; views: number } | null)[], top: number, bold: boolean) =>
    cells.forEach((cell, index) => {
      const x = column(index) + 4
      const last = index === cells.length - 1
      const style = { ...right, bold: bold || last }
      sheet.text(cell ? inCents(cell.cents) : '–', x, top, cellWidth - 4, style)
      if (cell)
        sheet.text(say(texts.views({ count: cell.views })), x, top + 12, cellWidth - 4, {
          ...small,
          size: 6.5,
          ...right,
        })
    })

  let y = headed(sheet, say(texts.earnings), from)
  if (table.rows.length === 0) return sheet.text(say(texts.noEarnings), left, y, width)
  y = sheet.text(say(texts.earningsNote), left, y - 2, width, small) + 8
  y = header(y)
  for (const row of table.rows) {
    const title = row.title === null ? say(texts.deleted) : row.title
    const style = { lines: 2 }
    const label = printable(title) || say(texts.untitled)
    const height = Math.max(22, sheet.heightOf(label, titleWidth - 10, style))
    if (y + height > sheet.bottom) y = header(sheet.page())
    sheet.text(label, left, y, titleWidth - 10, style)
    amounts([...row.cells, row], y, false)
    y += height + 7
  }
  if (y + 36 > sheet.bottom) y = header(sheet.page())
  sheet.rule(y - 2)
  sheet.text(say(texts.total), left, y + 4, titleWidth, { bold: true })
  const all = {
    cents: table.totals.reduce((sum, one) => sum + one.cents, 0n),
    views: table.totals.reduce((sum, one) => sum + one.views, 0),
  }
  amounts([...table.totals, all], y + 4, true)
  return y + 30
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
  const amountsAt = left + width - 3 * 78
  const row = (cells: readonly [string, string, string, string, string], top: number, style: Style) => {
    sheet.text(cells[0], left, top, 90, style)
    const end = sheet.text(cells[1], left + 96, top, amountsAt - left - 102, { ...style, lines: 2 })
    cells.slice(2).forEach((text, index) => {
      sheet.text(text, amountsAt + index * 78, top, 78, { ...style, ...right })
    })
    return end
  }
  const header = (top: number) => {
    const { when, what, fromBalance, fee, net } = texts
    const names = [say(when), say(what), say(fromBalance), say(fee), say(net)] as const
    const end = row(names, top, { ...small, bold: true })
    sheet.rule(end + 3)
    return end + 8
  }
  let y = headed(sheet, say(texts.payouts), from)
  if (payouts.length === 0) return sheet.text(say(texts.noPayouts), left, y, width)
  y = header(y)
  for (const { at, returned, amount, fee } of payouts) {
    if (y + 24 > sheet.bottom) y = header(sheet.page())
    const what = say(returned ? texts.returned : texts.payout)
    const [feeShown, net] = returned ? ['', ''] : [sum(fee), sum(plus(amount, minus(fee)))]
    y = row([day(at, zone), what, sum(amount), feeShown, net], y, {}) + 6
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

import { brand } from '#contract/brand.ts'
import { fromCents, inWords, minus, plus } from '#server/platform/money.ts'
import { zonedTime } from '#server/platform/time-zone.ts'
import { printable } from './lettering.ts'
import { Sheet, type Style } from './sheet.ts'
import type { Statement, StatementPayout, StatementTable } from './statement.ts'
import { texts } from './texts.ts'

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
const inCents = (cents: bigint): string => inWords(fromCents(cents))
const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

/**
 * The month as an A4 PDF, in cents that add up. The same figures give the same bytes.
 * @returns the document, still being written
 */
export function statementPdf(
  who: Payee,
  s: Statement,
  { table, payouts, now }: { table: StatementTable; payouts: readonly StatementPayout[]; now: Date },
): NodeJS.ReadableStream {
  const title = `${brand} ${texts.title.toLowerCase()}, ${monthName(s.month)}`
  const sheet = new Sheet({ Title: title, Author: brand, CreationDate: s.to })
  let y = head(sheet, who, s, now)
  y = summary(sheet, s, y + 16)
  y = earnings(sheet, narrowed(table), y + 22)
  y = paidOut(sheet, payouts, s.zone, y + 22)
  taxes(sheet, y + 22)
  return sheet.end(texts.footer(`${texts.title}, ${monthName(s.month)}`), texts.page)
}

function head(sheet: Sheet, who: Payee, s: Statement, now: Date): number {
  const { left, width } = sheet
  sheet.logo(left, 52, 30)
  sheet.text(brand, left + 40, 57, 200, { size: 16, bold: true })
  sheet.text(texts.title, left, 57, width, { size: 13, bold: true, align: 'right' })
  let y = 100
  const half = width / 2 - 10
  sheet.text(texts.to, left, y, half, small)
  let lower = sheet.text(who.name, left, y + 11, half, { size: 10.5, bold: true, lines: 2 })
  for (const line of [...who.address, who.email]) lower = sheet.text(line, left, lower, half, { lines: 2 })
  const x = left + width / 2 + 10
  y = sheet.text(monthName(s.month), x, y + 9, half, { size: 12, bold: true, align: 'right' })
  y = sheet.text(texts.zone(s.zone), x, y + 2, half, { ...small, align: 'right', lines: 3 })
  if (now < s.to) y = sheet.text(texts.running, x, y, half, { ...small, align: 'right', lines: 2 })
  return Math.max(lower, y)
}

function summary(sheet: Sheet, { shown }: Statement, y: number): number {
  const { opening, earnings, payouts, closing } = texts.summary
  const parts = [
    ['', opening, shown.opening],
    ['+', earnings, shown.earnings],
    ['–', payouts, shown.payouts],
    ['=', closing, shown.closing],
  ] as const
  sheet.band(y, 48)
  const width = sheet.width / parts.length
  parts.forEach(([sign, label, cents], index) => {
    const x = sheet.left + index * width
    if (sign) sheet.text(sign, x - 4, y + 22, 12, { size: 13, muted: true })
    sheet.text(label, x + 14, y + 10, width - 16, small)
    sheet.text(inCents(cents), x + 14, y + 23, width - 16, { size: 13, bold: true })
  })
  return y + 48
}

/** The table with at most five columns: further ones are combined into the last. */
function narrowed(table: StatementTable): StatementTable {
  if (table.platforms.length <= mostColumns) return table
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
    platforms: [...table.platforms.slice(0, keep), texts.otherPlatforms],
    rows: table.rows.map(row => ({ ...row, cells: [...row.cells.slice(0, keep), joined(row.cells)] })),
    totals: [...table.totals.slice(0, keep), joined(table.totals) ?? { cents: 0n, views: 0 }],
  }
}

function earnings(sheet: Sheet, table: StatementTable, from: number): number {
  const { left, width } = sheet
  const titleWidth = width - cellWidth * (table.platforms.length + 1)
  const column = (index: number) => left + titleWidth + index * cellWidth
  const header = (top: number) => {
    sheet.text(texts.video, left, top, titleWidth, { ...small, bold: true })
    const names = [...table.platforms, texts.total]
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
        sheet.text(texts.views(cell.views), x, top + 12, cellWidth - 4, { ...small, size: 6.5, ...right })
    })

  let y = headed(sheet, texts.earnings, from)
  if (table.rows.length === 0) return sheet.text(texts.noEarnings, left, y, width)
  y = sheet.text(texts.earningsNote, left, y - 2, width, small) + 8
  y = header(y)
  for (const row of table.rows) {
    const title = row.title === null ? texts.deleted : row.title
    const style = { lines: 2 }
    const label = printable(title) || texts.untitled
    const height = Math.max(22, sheet.heightOf(label, titleWidth - 10, style))
    if (y + height > sheet.bottom) y = header(sheet.page())
    sheet.text(label, left, y, titleWidth - 10, style)
    amounts([...row.cells, row], y, false)
    y += height + 7
  }
  if (y + 36 > sheet.bottom) y = header(sheet.page())
  sheet.rule(y - 2)
  sheet.text(texts.total, left, y + 4, titleWidth, { bold: true })
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

function paidOut(sheet: Sheet, payouts: readonly StatementPayout[], zone: string, from: number): number {
  const { left, width } = sheet
  const words = texts.payoutColumns
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
    const end = row([words.when, words.what, words.amount, words.fee, words.net], top, {
      ...small,
      bold: true,
    })
    sheet.rule(end + 3)
    return end + 8
  }
  let y = headed(sheet, texts.payouts, from)
  if (payouts.length === 0) return sheet.text(texts.noPayouts, left, y, width)
  y = header(y)
  for (const { at, returned, amount, fee } of payouts) {
    if (y + 24 > sheet.bottom) y = header(sheet.page())
    const day = zonedTime(at, zone).toLocaleString('en-US', { dateStyle: 'medium' })
    const what = returned ? texts.returned : texts.payout
    const [feeShown, net] = returned ? ['', ''] : [inWords(fee), inWords(plus(amount, minus(fee)))]
    y = row([day, what, inWords(amount), feeShown, net], y, {}) + 6
  }
  return y
}

function taxes(sheet: Sheet, from: number): void {
  const { left, width } = sheet
  const note: Style = { ...small, size: 8, lines: 6 }
  let y = headed(sheet, texts.tax, from + 60 > sheet.bottom ? sheet.bottom : from)
  y = sheet.text(texts.taxLine, left, y, width, { bold: true })
  y = sheet.text(texts.taxNote, left, y + 2, width, note)
  sheet.text(texts.rounding, left, y + 8, width, note)
}

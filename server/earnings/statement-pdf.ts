import PDFDocument from 'pdfkit'
import { brand } from '#contract/brand.ts'
import { exactDollars, inWords, type Micros, minus } from '#server/platform/money.ts'
import type { Statement, StatementLine } from './statement.ts'

const margin = 56
const ink = '#17211c'
const muted = '#57665d'

/** The standard fonts have Latin letters only; what they lack would come out as other letters. */
const latin = (text: string): string => text.normalize('NFC').replace(/[^\x20-\x7e\xa0-\xff“”‘’–—…•]/gu, '?')

/** The month as a PDF on A4. Amounts of videos are exact, totals in cents. @returns the document, being written */
export function statementPdf(
  who: { name: string; email: string },
  s: Statement,
  lines: readonly StatementLine[],
): NodeJS.ReadableStream {
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    info: { Title: `${brand} statement ${s.month}`, Author: brand },
  })
  const width = doc.page.width - 2 * margin
  const bottom = doc.page.height - margin - 20
  const columns = { views: margin + width - 190, amount: margin + width - 100 }

  const row = (label: string, views: string, amount: string, bold = false) => {
    doc
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(10)
      .fillColor(ink)
    const height = doc.heightOfString(latin(label), { width: columns.views - margin - 12 })
    if (doc.y + height > bottom) doc.addPage()
    const { y } = doc
    doc.text(latin(label), margin, y, { width: columns.views - margin - 12 })
    doc.text(views, columns.views, y, { width: 80, align: 'right' })
    doc.text(amount, columns.amount, y, { width: 100, align: 'right' })
    doc.y = y + height + 6
  }
  const total = (label: string, amount: Micros) => row(label, '', inWords(amount), true)

  doc.font('Helvetica-Bold').fontSize(20).fillColor(ink).text(`${brand} earnings statement`)
  doc.font('Helvetica').fontSize(10).fillColor(muted)
  doc.text(latin(`${who.name} · ${who.email}`))
  doc.text(`${s.month} (UTC), all amounts in US dollars`)
  doc.moveDown(1.5)
  total('Opening balance', s.opening)
  total('Earnings (your 70%)', s.earnings)
  total('Payouts', minus(s.payouts))
  total('Closing balance', s.closing)
  doc.moveDown(1)
  row('Video or payout', 'Views', 'Amount', true)
  for (const l of lines) row(l.label, l.views ? l.views.toLocaleString('en-US') : '', exactDollars(l.amount))
  if (lines.length === 0) row('Nothing moved in this month.', '', '')
  doc.end()
  return doc
}

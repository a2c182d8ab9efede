import PDFDocument from 'pdfkit'
import { bytesOf, runsOf } from './fonts.ts'
import { inVisualOrder, linesOf, printable } from './lettering.ts'

export const margin = 56
const footerHeight = 36
const colors = { ink: '#17211c', muted: '#57665d', line: '#d5dcd7', band: '#f1f4f2' } as const

export interface Style {
  size?: number
  bold?: boolean
  muted?: boolean
  align?: 'left' | 'right'
  /** maximum number of lines */
  lines?: number
}

/** A4 pages with texts in any script. Positions and sizes are in points. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument
  readonly left = margin
  readonly width: number
  readonly bottom: number
  readonly #held = new Set<string>()

  constructor(info: { Title: string; Author: string; CreationDate: Date }) {
    this.doc = new PDFDocument({ size: 'A4', margin, bufferPages: true, info })
    this.width = this.doc.page.width - 2 * margin
    this.bottom = this.doc.page.height - margin - footerHeight
  }

  /** Sets the font, which is embedded with its first letter. */
  #font(font: string): PDFKit.PDFDocument {
    if (!this.#held.has(font)) this.doc.registerFont(font, bytesOf(font))
    this.#held.add(font)
    return this.doc.font(font)
  }

  /** A line's pieces from left to right, each with its width and a font that has its letters. */
  #pieces(line: string, { size = 9, bold = false }: Style) {
    return inVisualOrder(line).flatMap(piece =>
      runsOf(piece, bold).map(run => {
        this.#font(run.font).fontSize(size)
        return { ...run, width: this.doc.widthOfString(run.text) }
      }),
    )
  }

  #widthOf(line: string, style: Style): number {
    return this.#pieces(line, style).reduce((sum, piece) => sum + piece.width, 0)
  }

  #lines(shown: string, width: number, style: Style): string[] {
    const widthOf = (text: string) => this.#widthOf(text, style)
    return linesOf(shown, { width, most: style.lines ?? 1, widthOf })
  }

  /** Writes a text into a column. @returns where it ends */
  text(text: string, x: number, y: number, width: number, style: Style = {}): number {
    const shown = printable(text)
    const lines = this.#lines(shown, width, style)
    // All fonts in a line share one baseline, whatever their heights.
    const { size = 9 } = style
    const base = size * ascent
    lines.forEach((line, index) => {
      let at = style.align === 'right' ? x + width - this.#widthOf(line, style) : x
      for (const piece of this.#pieces(line, style)) {
        this.doc.fillColor(style.muted ? colors.muted : colors.ink)
        this.#font(piece.font).fontSize(size)
        this.doc.text(piece.text, at, y + base + index * leading(style), {
          lineBreak: false,
          baseline: 'alphabetic',
        })
        at += piece.width
      }
    })
    return y + lines.length * leading(style)
  }

  rule(y: number, x = this.left, width = this.width): void {
    this.doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.6)
      .stroke(colors.line)
  }

  band(y: number, height: number): void {
    this.doc.roundedRect(this.left, y, this.width, height, 6).fill(colors.band)
  }

  /** The product's logo, as in web/public/favicon.svg. */
  logo(x: number, y: number, size: number): void {
    this.doc
      .save()
      .translate(x, y)
      .scale(size / 32)
    this.doc.roundedRect(0, 0, 32, 32, 7).fill(colors.ink)
    const stroke = (path: string, width: number, color: string) =>
      this.doc.path(path).lineWidth(width).lineCap('round').stroke(color)
    stroke('M4 24.5c4.5 0 5.5-4.5 9-4.5 3 0 4 3 7.5 3s4-2.5 7.5-2.5', 2, '#5fbf93')
    stroke('M4 19.5c4 0 5-10.5 9.5-10.5 4 0 4 8 7.5 8 2.5 0 3.5-4 7-4', 2.6, '#ff8146')
    this.doc.restore()
  }

  /** Adds a page. @returns where its content starts */
  page(): number {
    this.doc.addPage()
    return margin
  }

  /** Writes the footer of every page and ends the document. */
  end(left: string, right: (page: number, pages: number) => string): NodeJS.ReadableStream {
    const { start, count } = this.doc.bufferedPageRange()
    for (let index = start; index < start + count; index++) {
      this.doc.switchToPage(index)
      // Text below the margin would start another page.
      this.doc.page.margins.bottom = 0
      const y = this.doc.page.height - margin - 8
      this.rule(y - 8)
      this.text(left, this.left, y, this.width / 2, { size: 8, muted: true })
      const number = right(index - start + 1, count)
      this.text(number, this.left + this.width / 2, y, this.width / 2, {
        size: 8,
        muted: true,
        align: 'right',
      })
    }
    this.doc.end()
    return this.doc
  }
}

/** Distance of the baseline from the top of a line, relative to the font size. */
const ascent = 0.78
const leading = ({ size = 9 }: Style): number => size * 1.32

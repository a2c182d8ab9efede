import type { Context2d } from '../context.ts'
import type { Theme } from '../themes.ts'

/** The family that both sides have: browsers from the style sheet, the server from the same package. */
export const gaugeFamily = 'Barlow Condensed'
/** Weights that are drawn; they must be loaded first. */
export const gaugeWeights = [600, 700] as const

export type Align = 'left' | 'center' | 'right'

/** Width of a digit's cell in its size: digits of Barlow Condensed differ in width, and a number must not dance. */
const cell = 0.462

interface Written {
  text: string
  x: number
  y: number
  size: number
  weight?: (typeof gaugeWeights)[number]
  color: string
  align?: Align
}

const fontOf = ({ size, weight = 700 }: Pick<Written, 'size' | 'weight'>) =>
  `${weight} ${size}px "${gaugeFamily}"`

function put(context: Context2d, { halo }: Theme, text: string, x: number, y: number, size: number): void {
  if (halo !== null) {
    context.strokeStyle = halo
    context.lineWidth = Math.max(5, size * 0.09)
    context.lineJoin = 'round'
    context.strokeText(text, x, y)
  }
  context.fillText(text, x, y)
}

/** A word on its baseline. */
export function write(context: Context2d, theme: Theme, written: Written): void {
  const { text, x, y, size, color, align = 'left' } = written
  context.font = fontOf(written)
  context.textAlign = align
  context.textBaseline = 'alphabetic'
  context.fillStyle = color
  put(context, theme, text, x, y, size)
}

const isDigit = (sign: string) => sign >= '0' && sign <= '9'

/** Width of a number in the size that it is written in. */
function widthOf(context: Context2d, text: string, size: number): number {
  let width = 0
  for (const sign of text) width += isDigit(sign) ? cell * size : context.measureText(sign).width
  return width
}

/** A number on its baseline, each digit in the middle of a cell. @returns its width */
export function writeNumber(context: Context2d, theme: Theme, written: Written): number {
  const { text, x, y, size, color, align = 'left' } = written
  context.font = fontOf(written)
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  const width = widthOf(context, text, size)
  const left = x - { left: 0, center: width / 2, right: width }[align]
  // All halos first: the halo of a digit would darken the one before it.
  for (const pass of ['halo', 'letters'] as const) {
    let at = left
    for (const sign of text) {
      const across = isDigit(sign) ? cell * size : context.measureText(sign).width
      if (pass === 'letters') {
        context.fillStyle = color
        context.fillText(sign, at + across / 2, y)
      } else if (theme.halo !== null) {
        context.strokeStyle = theme.halo
        context.lineWidth = Math.max(5, size * 0.09)
        context.lineJoin = 'round'
        context.strokeText(sign, at + across / 2, y)
      }
      at += across
    }
  }
  return width
}

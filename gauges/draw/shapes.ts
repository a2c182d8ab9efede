import type { Context2d } from '../context.ts'
import type { Theme } from '../themes.ts'

/** A rectangle with round corners as the current path. */
export function roundedBox(
  context: Context2d,
  x: number,
  y: number,
  width: number,
  height: number,
  corner: number,
): void {
  const right = x + width
  const foot = y + height
  context.beginPath()
  context.moveTo(x + corner, y)
  context.lineTo(right - corner, y)
  context.quadraticCurveTo(right, y, right, y + corner)
  context.lineTo(right, foot - corner)
  context.quadraticCurveTo(right, foot, right - corner, foot)
  context.lineTo(x + corner, foot)
  context.quadraticCurveTo(x, foot, x, foot - corner)
  context.lineTo(x, y + corner)
  context.quadraticCurveTo(x, y, x + corner, y)
  context.closePath()
}

/** What a gauge stands on, where the theme has it. */
export function panel(
  context: Context2d,
  theme: Theme,
  width: number,
  height: number,
  fill = theme.panel,
): void {
  if (fill === null) return
  roundedBox(context, 1, 1, width - 2, height - 2, theme.corner)
  context.fillStyle = fill
  context.fill()
  if (theme.panelLine === null) return
  context.strokeStyle = theme.panelLine
  context.lineWidth = 2
  context.stroke()
}

/** Strokes the current path, with a halo below it where the theme has one. */
export function strokeLine(context: Context2d, { halo }: Theme, color: string, width: number): void {
  if (halo !== null) {
    context.strokeStyle = halo
    context.lineWidth = width + 8
    context.stroke()
  }
  context.strokeStyle = color
  context.lineWidth = width
  context.stroke()
}

/** A dot with a ring around it. */
export function dot(
  context: Context2d,
  x: number,
  y: number,
  radius: number,
  fill: string,
  ring: string,
): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = fill
  context.fill()
  context.strokeStyle = ring
  context.lineWidth = radius * 0.38
  context.stroke()
}

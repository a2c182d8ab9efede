import type { RideMarker } from '#contract/ride-data.ts'
import type { Line } from './lines.ts'
import type { Paint } from './use-canvas.ts'

/** Pixels above a line, for the jump markers, and below it. */
const room = { top: 9, bottom: 3 }

export interface Range {
  low: number
  high: number
}

/** How far from the top of a plot a value is drawn. */
export const levelOf = (value: number, { low, high }: Range, height: number): number =>
  room.top + (1 - (value - low) / (high - low || 1)) * (height - room.top - room.bottom)

/** A triangle that marks a jump. */
export function triangle(context: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  context.beginPath()
  context.moveTo(x, y - size)
  context.lineTo(x + size, y + size * 0.8)
  context.lineTo(x - size, y + size * 0.8)
  context.closePath()
}

/** Highlights as bands, the line over its filled area, jumps as triangles above it. */
export function drawPlot(
  { context, width, height, ink }: Paint,
  {
    line,
    range,
    markers,
    duration,
  }: { line: Line; range: Range; markers: readonly RideMarker[]; duration: number },
): void {
  const x = (time: number) => (time / duration) * width
  context.clearRect(0, 0, width, height)
  context.fillStyle = ink('glow')
  context.globalAlpha = 0.16
  for (const { kind, start, end } of markers)
    if (kind === 'highlight') context.fillRect(x(start), 0, Math.max(3, x(end) - x(start)), height)

  const foot = height - room.bottom
  context.globalAlpha = 0.1
  context.fillStyle = ink('pine')
  stretches(line, (from, to) => {
    context.beginPath()
    context.moveTo(x(line.times[from] as number), foot)
    for (let i = from; i < to; i++)
      context.lineTo(x(line.times[i] as number), levelOf(line.values[i] as number, range, height))
    context.lineTo(x(line.times[to - 1] as number), foot)
    context.fill()
  })
  context.globalAlpha = 1
  context.strokeStyle = ink('line')
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(0, foot + 0.5)
  context.lineTo(width, foot + 0.5)
  context.stroke()
  context.strokeStyle = ink('pine')
  context.lineWidth = 1.5
  context.lineJoin = 'round'
  stretches(line, (from, to) => {
    context.beginPath()
    for (let i = from; i < to; i++)
      context.lineTo(x(line.times[i] as number), levelOf(line.values[i] as number, range, height))
    context.stroke()
  })
  context.fillStyle = ink('accent')
  for (const { kind, at } of markers) {
    if (kind !== 'jump') continue
    triangle(context, x(at), 5, 4)
    context.fill()
  }
}

/** The parts of a line between its breaks: from an index to before another. */
function stretches({ values }: Line, each: (from: number, to: number) => void): void {
  let from = 0
  for (let i = 0; i <= values.length; i++) {
    if (i < values.length && !Number.isNaN(values[i])) continue
    if (i > from) each(from, i)
    from = i + 1
  }
}

import { unitsOf } from '#contract/gauges/units.ts'
import { readSpeed } from '../scale.ts'
import type { Gauge } from './gauge.ts'
import { write, writeNumber } from './letters.ts'
import { panel, roundedBox, strokeLine } from './shapes.ts'

/** The scale opens downwards, as on a dashboard. */
const from = (5 / 6) * Math.PI
const sweep = (4 / 3) * Math.PI
const center = { x: 150, y: 150 }
const radius = 120
const tape = { x: 24, y: 204, width: 252, height: 18 }

const shareOf = (speed: number, factor: number, top: number) =>
  Math.min(1, Math.max(0, (speed * factor) / top))

/** Steps of the scale: a tick at each, a long one at every other. */
const steps = 8

export const speedGauge: Gauge = {
  still(context, { units, topSpeed }, theme) {
    panel(context, theme, 300, 270)
    const unit = { text: unitsOf[units].speed.name, size: 48, weight: 600, color: theme.muted } as const
    context.lineCap = 'round'
    if (theme.speed === 'tape') {
      write(context, theme, { ...unit, x: 272, y: 62, align: 'right' })
      roundedBox(context, tape.x, tape.y, tape.width, tape.height, 4)
      context.fillStyle = 'rgba(23, 33, 28, 0.14)'
      context.fill()
      context.fillStyle = theme.muted
      for (let step = 0; step <= steps; step++)
        context.fillRect(tape.x + (tape.width * step) / steps - 1.5, tape.y + 26, 3, step % 2 === 0 ? 20 : 11)
      return
    }
    write(context, theme, { ...unit, x: center.x, y: 246, align: 'center' })
    context.beginPath()
    context.arc(center.x, center.y, radius, from, from + sweep)
    if (theme.speed === 'arc') {
      strokeLine(context, theme, 'rgba(255, 255, 255, 0.34)', 14)
      return
    }
    strokeLine(context, theme, 'rgba(156, 171, 162, 0.35)', 5)
    for (let step = 0; step <= steps; step++) {
      const angle = from + (sweep * step) / steps
      const inner = radius - (step % 2 === 0 ? 20 : 11)
      context.beginPath()
      context.moveTo(center.x + Math.cos(angle) * inner, center.y + Math.sin(angle) * inner)
      context.lineTo(center.x + Math.cos(angle) * radius, center.y + Math.sin(angle) * radius)
      strokeLine(context, theme, step * 2 >= topSpeed ? theme.accent : theme.muted, 4)
    }
  },
  moving(context, { speed }, { units, topSpeed }, theme) {
    if (speed === null) return
    const text = readSpeed(speed, units)
    const share = shareOf(speed, unitsOf[units].speed.factor, topSpeed)
    context.lineCap = 'round'
    if (theme.speed === 'tape') {
      writeNumber(context, theme, { text, x: 24, y: 176, size: 168, color: theme.ink })
      roundedBox(context, tape.x, tape.y, Math.max(8, tape.width * share), tape.height, 4)
      context.fillStyle = theme.accent
      context.fill()
      return
    }
    const angle = from + sweep * share
    if (theme.speed === 'arc') {
      context.beginPath()
      context.arc(center.x, center.y, radius, from, Math.max(from + 0.001, angle))
      context.strokeStyle = theme.accent
      context.lineWidth = 14
      context.stroke()
    } else {
      context.beginPath()
      context.moveTo(center.x + Math.cos(angle) * 84, center.y + Math.sin(angle) * 84)
      context.lineTo(center.x + Math.cos(angle) * (radius + 6), center.y + Math.sin(angle) * (radius + 6))
      context.strokeStyle = theme.accent
      context.lineWidth = 12
      context.stroke()
    }
    writeNumber(context, theme, {
      text,
      x: center.x,
      y: 196,
      size: theme.speed === 'arc' ? 138 : 122,
      color: theme.ink,
      align: 'center',
    })
  },
}

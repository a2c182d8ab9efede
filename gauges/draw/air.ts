import { frozenSeconds } from '../frame.ts'
import { readAir } from '../scale.ts'
import type { Gauge } from './gauge.ts'
import { write, writeNumber } from './letters.ts'
import { panel } from './shapes.ts'

const fadeSeconds = 0.3

/** Airtime: counts from take-off, stands still from touch-down in the accent's color, then fades. */
export const airGauge: Gauge = {
  still() {
    // Only jumps show it.
  },
  moving(context, { air }, _layout, theme) {
    if (!air) return
    const { seconds, landed } = air
    context.globalAlpha = landed === null ? 1 : Math.min(1, (frozenSeconds - landed) / fadeSeconds)
    const stands = landed !== null
    panel(context, theme, 400, 120, theme.panel !== null && stands ? theme.accent : theme.panel)
    const bare = theme.panel === null
    const on = stands && !bare ? (theme.speed === 'hand' ? '#0d1411' : '#fffdf9') : theme.ink
    write(context, theme, {
      text: 'AIR',
      x: bare ? 4 : 28,
      y: 98,
      size: 58,
      weight: 600,
      color: stands && !bare ? on : theme.muted,
    })
    const x = 318
    writeNumber(context, theme, {
      text: readAir(seconds),
      x,
      y: 98,
      size: 112,
      color: stands && bare ? theme.accent : on,
      align: 'right',
    })
    write(context, theme, {
      text: 's',
      x: x + 14,
      y: 98,
      size: 58,
      weight: 600,
      color: stands && !bare ? on : theme.muted,
    })
    context.globalAlpha = 1
  },
}

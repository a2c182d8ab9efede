import { readG } from '../scale.ts'
import type { Gauge } from './gauge.ts'
import { write, writeNumber } from './letters.ts'
import { panel, roundedBox } from './shapes.ts'

/** g of one segment of the bar. */
const step = 0.5
const segments = 8
const bar = { x: 22, y: 176, width: 156, height: 26 }

/** Half open: 1.0 g fills two segments. */
function segment(index: number): [x: number, y: number, width: number, height: number] {
  const pitch = bar.width / segments
  return [bar.x + index * pitch + 2, bar.y, pitch - 4, bar.height]
}

export const gMeter: Gauge = {
  still(context, _layout, theme) {
    panel(context, theme, 200, 270)
    write(context, theme, {
      text: 'g-force',
      x: 100,
      y: 246,
      size: 44,
      weight: 600,
      color: theme.muted,
      align: 'center',
    })
    for (let i = 0; i < segments; i++) {
      const [x, y, width, height] = segment(i)
      if (theme.halo !== null) {
        roundedBox(context, x - 2, y - 3, width + 4, height + 6, 4)
        context.fillStyle = theme.halo
        context.fill()
      }
      roundedBox(context, x, y, width, height, 3)
      context.fillStyle = theme.panel === null ? 'rgba(255, 255, 255, 0.34)' : theme.muted
      context.globalAlpha = theme.panel === null ? 1 : 0.3
      context.fill()
      context.globalAlpha = 1
    }
  },
  moving(context, { g, peak }, _layout, theme) {
    if (g === null) return
    writeNumber(context, theme, {
      text: readG(g),
      x: 100,
      y: 152,
      size: 112,
      color: theme.ink,
      align: 'center',
    })
    const lit = Math.min(segments, Math.round(g / step))
    const top = Math.min(segments, Math.round((peak ?? g) / step)) - 1
    for (let i = 0; i < segments; i++) {
      if (i >= lit && i !== top) continue
      const [x, y, width, height] = segment(i)
      roundedBox(context, x, y, width, height, 3)
      context.fillStyle = i === top && top >= lit ? theme.ink : theme.accent
      context.fill()
    }
  },
}

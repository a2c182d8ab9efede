import { brand } from '#contract/brand.ts'
import type { Context2d } from '../context.ts'
import type { Gauge } from './gauge.ts'
import { write } from './letters.ts'
import { roundedBox } from './shapes.ts'

/** The longest name that is written in full; a longer one is cut. */
const most = 24

/** The product's mark (web/public/favicon.svg), 32 wide and high. */
function mark(context: Context2d): void {
  roundedBox(context, 0, 0, 32, 32, 7)
  context.fillStyle = '#17211c'
  context.fill()
  context.lineCap = 'round'
  context.strokeStyle = '#5fbf93'
  context.lineWidth = 2
  context.beginPath()
  context.moveTo(4, 24.5)
  context.bezierCurveTo(8.5, 24.5, 9.5, 20, 13, 20)
  context.bezierCurveTo(16, 20, 17, 23, 20.5, 23)
  context.bezierCurveTo(24, 23, 24.5, 20.5, 28, 20.5)
  context.stroke()
  context.strokeStyle = '#ff8146'
  context.lineWidth = 2.6
  context.beginPath()
  context.moveTo(4, 19.5)
  context.bezierCurveTo(8, 19.5, 9, 9, 13.5, 9)
  context.bezierCurveTo(17.5, 9, 17.5, 17, 21, 17)
  context.bezierCurveTo(23.5, 17, 24.5, 13, 28, 13)
  context.stroke()
}

/** The mark, the rider's name and the product's. */
export const nameGauge: Gauge = {
  still(context, { name }, theme) {
    context.save()
    context.translate(4, 6)
    context.scale(72 / 32, 72 / 32)
    mark(context)
    context.restore()
    // On the picture itself: a name of any length needs no panel.
    const bare = { ...theme, halo: 'rgba(8, 14, 11, 0.62)' }
    const short = name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name
    write(context, bare, { text: short, x: 94, y: 42, size: 50, color: '#ffffff' })
    write(context, bare, {
      text: brand,
      x: 94,
      y: 78,
      size: 36,
      weight: 600,
      color: 'rgba(255, 255, 255, 0.86)',
    })
  },
  moving() {
    // It stays as it is.
  },
}

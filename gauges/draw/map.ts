import type { Context2d } from '../context.ts'
import { type Drawn, placeAt } from '../geometry.ts'
import type { Gauge } from './gauge.ts'
import { dot, panel, strokeLine } from './shapes.ts'

/** The way up to a time as the current path; all of it without one. */
function way(context: Context2d, { times, xs, ys, begins }: Drawn, until = Number.POSITIVE_INFINITY): void {
  context.beginPath()
  for (let i = 0; i < times.length && (times[i] as number) <= until; i++)
    if (begins[i] === 1) context.moveTo(xs[i] as number, ys[i] as number)
    else context.lineTo(xs[i] as number, ys[i] as number)
}

/** The way without private places, what is ridden of it in the accent's color, and where the rider is. */
export const mapGauge: Gauge = {
  still(context, { map }, theme) {
    if (!map) return
    panel(context, theme, 300, 270)
    context.lineCap = 'round'
    context.lineJoin = 'round'
    way(context, map)
    strokeLine(context, theme, theme.panel === null ? theme.ink : theme.muted, 7)
  },
  moving(context, { time }, { map }, theme) {
    if (!map) return
    const place = placeAt(map, time)
    context.lineCap = 'round'
    context.lineJoin = 'round'
    way(context, map, time)
    if (place) context.lineTo(place.x, place.y)
    context.strokeStyle = theme.accent
    context.lineWidth = 9
    context.stroke()
    if (place) dot(context, place.x, place.y, 15, theme.accent, theme.panel === null ? '#ffffff' : theme.ink)
  },
}

import type { Context2d } from '../context.ts'
import type { GaugeLayout } from '../layout.ts'
import { sizes } from '../layout.ts'
import type { Profile } from '../profile.ts'
import { readHeight } from '../scale.ts'
import type { Gauge } from './gauge.ts'
import { writeNumber } from './letters.ts'
import { dot, panel, strokeLine } from './shapes.ts'

const widthOf = ({ boxes, unit }: GaugeLayout) => (boxes.profile?.width ?? 0) / unit

/** A stretch up to a time as the current path. @returns where it ends; null when it has not begun */
function ridge(
  context: Context2d,
  { times, xs, ys }: Profile['stretches'][number],
  until = Number.POSITIVE_INFINITY,
): { x: number; y: number } | null {
  if (times.length === 0 || (times[0] as number) > until) return null
  context.beginPath()
  let [x, y] = [xs[0] as number, ys[0] as number]
  context.moveTo(x, y)
  for (let i = 1; i < times.length; i++) {
    const [before, next] = [times[i - 1] as number, times[i] as number]
    const share = Math.min(1, (until - before) / (next - before || 1))
    x += ((xs[i] as number) - x) * share
    y += ((ys[i] as number) - y) * share
    context.lineTo(x, y)
    if (share < 1) break
  }
  return { x, y }
}

/** Closes a ridge down to the foot of the box, so that it can be filled. */
function toFoot(
  context: Context2d,
  { xs }: Profile['stretches'][number],
  end: { x: number },
  foot: number,
): void {
  context.lineTo(end.x, foot)
  context.lineTo(xs[0] as number, foot)
  context.closePath()
}

/** The heights of the ride, what is ridden of them filled, and the height of the rider. */
export const profileGauge: Gauge = {
  still(context, layout, theme) {
    const { profile } = layout
    if (!profile) return
    panel(context, theme, widthOf(layout), sizes.profile.height)
    context.lineCap = 'round'
    context.lineJoin = 'round'
    for (const stretch of profile.stretches) {
      const end = ridge(context, stretch)
      if (!end) continue
      strokeLine(context, theme, theme.panel === null ? theme.ink : theme.muted, 5)
      toFoot(context, stretch, end, profile.foot)
      context.fillStyle = theme.ink
      context.globalAlpha = 0.16
      context.fill()
      context.globalAlpha = 1
    }
  },
  moving(context, { time, height }, layout, theme) {
    const { profile, units } = layout
    if (!profile) return
    context.lineCap = 'round'
    context.lineJoin = 'round'
    let here: { x: number; y: number } | null = null
    for (const stretch of profile.stretches) {
      const end = ridge(context, stretch, time)
      if (!end) continue
      context.strokeStyle = theme.accent
      context.lineWidth = 6
      context.stroke()
      toFoot(context, stretch, end, profile.foot)
      context.fillStyle = theme.accent
      context.globalAlpha = 0.32
      context.fill()
      context.globalAlpha = 1
      here = time <= (stretch.times.at(-1) as number) ? end : null
    }
    if (here) dot(context, here.x, here.y, 11, theme.accent, theme.panel === null ? '#ffffff' : theme.ink)
    if (height === null) return
    writeNumber(context, theme, {
      text: readHeight(height, units),
      x: theme.panel === null ? 4 : 22,
      y: 50,
      size: 54,
      color: theme.ink,
    })
  },
}

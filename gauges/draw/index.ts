import type { Context2d } from '../context.ts'
import type { GaugeFrame } from '../frame.ts'
import { type GaugeLayout, type GaugeName, gaugeNames } from '../layout.ts'
import type { Theme } from '../themes.ts'
import { airGauge } from './air.ts'
import { gMeter } from './g-meter.ts'
import type { Gauge } from './gauge.ts'
import { mapGauge } from './map.ts'
import { nameGauge } from './name.ts'
import { profileGauge } from './profile.ts'
import { speedGauge } from './speed.ts'

const gauges: Record<GaugeName, Gauge> = {
  speed: speedGauge,
  g: gMeter,
  air: airGauge,
  map: mapGauge,
  profile: profileGauge,
  name: nameGauge,
}

/** Whether a gauge is drawn in a frame: one that lost its numbers is left out until they come back. */
function isShown(name: GaugeName, { speed, g, air }: GaugeFrame): boolean {
  if (name === 'speed') return speed !== null
  if (name === 'g') return g !== null
  if (name === 'air') return air !== null
  return true
}

export interface Drawing {
  /** only these gauges; all of the layout without it */
  only?: readonly GaugeName[]
  /** which part: a renderer keeps what is still and draws what moves on it */
  part?: 'all' | 'still' | 'moving'
}

/**
 * Draws the gauges of one frame over a picture of the layout's size. What was drawn there before stays: clear it first.
 * The fonts of `gaugeFamily` must be loaded.
 */
export function drawGauges(
  context: Context2d,
  frame: GaugeFrame,
  layout: GaugeLayout,
  theme: Theme,
  { only = gaugeNames, part = 'all' }: Drawing = {},
): void {
  for (const name of only) {
    const box = layout.boxes[name]
    if (!box || !isShown(name, frame)) continue
    context.save()
    context.translate(box.x, box.y)
    context.scale(layout.unit, layout.unit)
    if (part !== 'moving') gauges[name].still(context, layout, theme)
    if (part !== 'still') gauges[name].moving(context, frame, layout, theme)
    context.restore()
  }
}

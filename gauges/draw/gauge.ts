import type { Context2d } from '../context.ts'
import type { GaugeFrame } from '../frame.ts'
import type { GaugeLayout } from '../layout.ts'
import type { Theme } from '../themes.ts'

/** One gauge, drawn from the left top corner of its box in units of drawing. */
export interface Gauge {
  /** what stays the same in all frames */
  still(context: Context2d, layout: GaugeLayout, theme: Theme): void
  /** what the frame shows; nothing where nothing was measured */
  moving(context: Context2d, frame: GaugeFrame, layout: GaugeLayout, theme: Theme): void
}

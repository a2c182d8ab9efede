import type { GaugeChoice, GaugeRide } from '#contract/gauges/gauges.ts'
import type { Spans } from '#gauges/index.ts'
import type { GaugePlan } from './plan.ts'

/** The input of the drawing process: one line of JSON on its standard input. */
export interface Drawing {
  ride: GaugeRide
  choice: GaugeChoice
  picture: { width: number; height: number }
  spans: Spans
  plan: Pick<GaugePlan, 'sheet' | 'regions' | 'times'>
}

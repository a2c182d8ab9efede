export { rideTimeAt } from './clip-time.ts'
export type { Context2d } from './context.ts'
export { type Drawing, drawGauges } from './draw/index.ts'
export { gaugeFamily, gaugeWeights } from './draw/letters.ts'
export { frameAt, type GaugeFrame } from './frame.ts'
export {
  type Box,
  type GaugeLayout,
  type GaugeName,
  type LayoutOptions,
  layOutGauges,
} from './layout.ts'
export type { Spans } from './measured.ts'
export { readAir, readG, readHeight, readSpeed } from './scale.ts'
export { type Theme, themes } from './themes.ts'

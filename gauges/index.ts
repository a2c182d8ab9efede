export { rideTimeAt } from './clip-time.ts'
export { drawGauges } from './draw/index.ts'
export { gaugeFamily, gaugeWeights } from './draw/letters.ts'
export { frameAt, type GaugeFrame } from './frame.ts'
export {
  type Box,
  type GaugeLayout,
  type GaugeName,
  layOutGauges,
} from './layout.ts'
export type { Spans } from './measured.ts'
export { readAir, readG, readHeight, readSpeed } from './scale.ts'
export { themes } from './themes.ts'

export { type CalibrationSample, type FitOptions, fitCalibration } from './fit.ts'
export {
  type CalibrationModel,
  type CalibrationSource,
  type Curve,
  calibrate,
  calibrationModel,
} from './model.ts'
export { expectedCalibrationError, type Reliability, reliability } from './reliability.ts'
export { standardModel } from './standard-model.ts'

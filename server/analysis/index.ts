export { analysisVersion } from './analyze.ts'
export { fitCalibration } from './calibration/fit.ts'
export { type CalibrationModel, calibrate, standardModel } from './calibration/model.ts'
export { expectedCalibrationError } from './calibration/reliability.ts'
export { replaceResult } from './change-result.ts'
export { type AnalysisSystem, analysisModule } from './module.ts'
export type { WholeResult } from './private-places/shown.ts'
export { requestAnalysis } from './request-analysis.ts'
export { gaugeDataFor } from './ride-data/gauge-data.ts'
export { findingsFor, publicFindings, shownToOthers } from './ride-data/public-ride.ts'
export { runAnalysis } from './run-analysis.ts'
export {
  completedRun,
  findResult as resultOf,
  findTexts as writtenTextsOf,
  lockResult,
  textsIn,
  type WrittenTexts,
} from './store.ts'
export { isCameraName } from './texts/camera-name.ts'
export { momentOf } from './texts/moment.ts'
export type { AnalysisResult, Highlight } from './types.ts'
export { dropAnalysis } from './video-store.ts'

export { analysisModule } from './module.ts'
export { requestAnalysis } from './request-analysis.ts'
export { runAnalysis } from './run-analysis.ts'
export { findResult as resultOf, lockResult, replaceResult } from './store.ts'

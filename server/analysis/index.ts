export { analysisJob } from './jobs.ts'
export { requestAnalysis } from './request-analysis.ts'
export { analysisRoutes } from './routes.ts'
export { giveUpAnalysis, runAnalysis } from './run-analysis.ts'

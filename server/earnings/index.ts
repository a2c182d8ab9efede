export { checkMilestones, milestonesOf } from './milestones.ts'
export { purgeSamples, recordViews, type ViewSample } from './record-views.ts'
export { earningsRoutes } from './routes.ts'
export { earningsOfVideos, totalsOf } from './store.ts'

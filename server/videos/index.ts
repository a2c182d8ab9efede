export { type ApprovedAs, approvedOf } from './approved.ts'
export { ladderJob } from './jobs.ts'
export { type VideosSystem, videosModule } from './module.ts'
export { posterUrl, presentVideo } from './present.ts'
export { countUnpriced, firstPrice, noPrice } from './price.ts'
export { enqueueStripping, requestShared, runStrip } from './public-files.ts'
export { recoverVideos } from './recover.ts'
export { removeVideosOf } from './remove-video.ts'
export { visibleVideo } from './routes.ts'
export {
  addViews,
  countsOf,
  findOwned,
  highlightScoresOf,
  listOwned,
  supersedeReview,
  titleOf,
  titlesOf,
  unsafeFind,
  unsafeFindForUpdate,
  updateVideo,
  type VideoRow,
} from './store.ts'
export { atOwnersExpense, type BudgetDeps, refuseOverBudget, withinBudget } from './upload/cpu-budget.ts'
export { Incoming } from './upload/incoming.ts'
export { checkedOriginal, sealOldOriginals, withOriginal } from './upload/original.ts'
export { mayWatch } from './watch.ts'

export { type ApprovedAs, approvedOf } from './approved.ts'
export { atOwnersExpense, type BudgetDeps, refuseOverBudget, withinBudget } from './cpu-budget.ts'
export { Incoming } from './incoming.ts'
export { failVideo, ingest } from './ingest.ts'
export { ingestJob, ladderJob, playableJob, shareJob, stripJob } from './jobs.ts'
export { checkedOriginal, sealOldOriginals, withOriginal } from './original.ts'
export { posterUrl, presentVideo } from './present.ts'
export { countUnpriced, firstPrice, noPrice, priceMetrics } from './price.ts'
export { enqueueStripping, giveUpShare, requestShared, runShare, runStrip } from './public-files.ts'
export { recoverVideos, sweepUploads } from './recover.ts'
export { removeVideosOf } from './remove-video.ts'
export { videoRoutes, visibleVideo } from './routes.ts'
export { sentences } from './rules.ts'
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
export { runLadder, runPlayable } from './stream-jobs.ts'
export { uploadRoutes } from './upload-routes.ts'
export { mayWatch } from './watch.ts'

export {
  type ApprovedAs,
  approvedOf,
  countUnpriced,
  firstPrice,
  isUnpriced,
  markReleased,
  noPrice,
  type Price,
  setApproval,
  setPrice,
} from './approval.ts'
export { videoWriter } from './columns.ts'
export { measureCover } from './cover.ts'
export { coverOf } from './cover-of.ts'
export { ladderJob } from './jobs.ts'
export { type VideosSystem, videosModule } from './module.ts'
export { coverSeconds, posterUrl, presentVideo } from './present.ts'
export { removeVideosOf } from './remove-video.ts'
export { visibleVideo } from './routes.ts'
export { ownTitle, replacedTitle, titleOfFile } from './rules.ts'
export {
  countsOf,
  findOwned,
  highlightScoresOf,
  listOwned,
  listPublished,
  ownerOf,
  setStatus,
  supersedeReview,
  titleOf,
  titlesOf,
  unsafeFind,
  unsafeFindForUpdate,
  type VideoRow,
} from './store.ts'
export { countStored } from './stored-files.ts'
export { noteDamage, requestShared } from './stream-jobs.ts'
export { setCoverAt } from './stream-store.ts'
export { completeUpload } from './upload/complete-upload.ts'
export {
  chargedToOwner,
  refuseOverBudget,
  type Waiting,
  withinBudget,
} from './upload/cpu-budget.ts'
export { tooCostly } from './upload/decode-cost.ts'
export { FolderIncoming, type Incoming, roomFor, sealFile } from './upload/incoming.ts'
export { failVideo } from './upload/ingest.ts'
export { checkedOriginal, isOriginal, withOriginal } from './upload/original.ts'
export { RemoteIncoming } from './upload/remote-incoming.ts'
export { insertVideo, setDetails } from './upload/store.ts'
export { Turns } from './upload/turns.ts'
export {
  lockAccount,
  lockOwner,
  refusalOf as budgetRefusal,
  refuseFullAccount,
} from './upload/upload-budget.ts'
export { canBeShown, isPublished, mayWatch } from './watch.ts'

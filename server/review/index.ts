export { keepApproval } from './approve-as.ts'
export { waitingForReview } from './list-videos.ts'
export { reviewModule } from './module.ts'
export {
  markPublished,
  type Publisher,
  publishHere,
  type ReviewPorts,
  textsOf,
} from './publish-video.ts'
export { marksOf } from './store.ts'
export { setReviewDecision } from './video-store.ts'

export { chooseFrame, type Peak } from './covers/choose-frame.ts'
export {
  coverPictureKey,
  forgetCoverPicture,
  storeCoverPicture,
  UnusablePictureError,
} from './covers/cover-picture.ts'
export { type LadderOptions, makeLadder, makeRange } from './make-ladder.ts'
export { makePlayable, type StreamSource } from './make-playable.ts'
export { findShared, forgetFailedShared, makeShared, markSharedFailed, openShared } from './make-shared.ts'
export { streamingModule } from './module.ts'
export { giveUpRanges, noteRange, rangeId } from './ranges.ts'
export { findLive } from './store.ts'
export type { StreamingSystem, Watchable } from './system.ts'
export { stillOf, storeStoryboard, thumbnail } from './thumbnail.ts'

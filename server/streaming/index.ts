export { chooseFrame, type Peak } from './covers/choose-frame.ts'
export {
  coverPictureKey,
  forgetCoverPicture,
  storeCoverPicture,
  UnusablePictureError,
} from './covers/cover-picture.ts'
export { makeLadder } from './make-ladder.ts'
export { makePlayable, type StreamSource } from './make-playable.ts'
export { findShared, forgetFailedShared, makeShared, markSharedFailed, openShared } from './make-shared.ts'
export { streamingModule } from './module.ts'
export { findLive } from './store.ts'
export type { StreamingSystem, Watchable } from './system.ts'
export { stillOf, storeStoryboard, thumbnail } from './thumbnail.ts'

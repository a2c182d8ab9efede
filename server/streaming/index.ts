export { chooseFrame, type Peak } from './choose-frame.ts'
export { repackCommand } from './commands.ts'
export {
  coverPictureKey,
  forgetCoverPicture,
  storeCoverPicture,
  UnusablePictureError,
} from './cover-picture.ts'
export { makeLadder } from './make-ladder.ts'
export { makePlayable, type StreamSource } from './make-playable.ts'
export { makeShared } from './make-shared.ts'
export { type StreamingSystem, streamingModule } from './module.ts'
export type { Watchable } from './routes.ts'
export {
  findShared,
  forgetFailedShared,
  markSharedFailed,
  openShared,
} from './shared-store.ts'
export { findLive, videosToStrip } from './store.ts'
export { stripRenditions } from './strip-old.ts'
export { sweepRetired } from './sweep.ts'
export { coverTime, stillOf, thumbnail } from './thumbnail.ts'

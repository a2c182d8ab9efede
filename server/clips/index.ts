export { clipsModule } from './module.ts'
export { planClip, planSpan, requestClipIn, requestMadeIn, requestPlanned } from './request-clip.ts'
export { presentClip } from './routes.ts'
export {
  type ClipRow,
  clipsOfVideo,
  dropUnneeded,
  isShared,
  type NewClip,
  passLinksTo,
  unsafeFindClip,
} from './store.ts'

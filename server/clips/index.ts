export { clipsModule } from './module.ts'
export { requestClipIn, requestMadeIn, requestSpanIn } from './request-clip.ts'
export { presentClip } from './routes.ts'
export type { ReelRecipe } from './rules.ts'
export {
  type ClipRow,
  clipsOfVideo,
  dropUnneeded,
  isShared,
  passLinksTo,
  unsafeFindClip,
} from './store.ts'

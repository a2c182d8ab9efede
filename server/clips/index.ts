export { clipsModule } from './module.ts'
export { requestClipIn } from './request-clip.ts'
export { requestMadeIn } from './request-made.ts'
export { requestSpanIn } from './request-span.ts'
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

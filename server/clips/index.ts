export { clipJob } from './jobs.ts'
export { giveUpClip, renderClip } from './render-clip.ts'
export { clipRoutes } from './routes.ts'
export { clipsOfVideo } from './store.ts'

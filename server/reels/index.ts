export { requestBestReel } from './best.ts'
export { reelsModule } from './module.ts'
export { approvedReel } from './store.ts'

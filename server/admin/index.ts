export { enqueueDigests } from './digest.ts'
export { foldTallies } from './figures.ts'
export { adminModule } from './module.ts'

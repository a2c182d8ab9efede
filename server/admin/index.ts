export { enqueueDigests } from './digest.ts'
export { foldTallies, platformFigures } from './figures.ts'
export { adminModule } from './module.ts'
export { workFor } from './work.ts'

export { enqueueDigests } from './digest.ts'
export { adminModule } from './module.ts'
export { foldTallies } from './tallies.ts'

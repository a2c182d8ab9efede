export { chaptersModule } from './module.ts'
export { isPartOf, refuseTwice } from './store.ts'

export { chaptersModule } from './module.ts'
export { isPartOf, joinedFrom, refuseTwice } from './store.ts'

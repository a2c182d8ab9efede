export { refuseTwice } from './footage.ts'
export { chaptersModule } from './module.ts'
export { isPartOf } from './store.ts'

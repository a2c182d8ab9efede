export { printsOf } from './prints.ts'
export { findSameRides } from './store.ts'

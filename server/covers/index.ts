export { unsafeCoverOf } from './cover-of.ts'
export { type CoversSystem, coversModule } from './module.ts'

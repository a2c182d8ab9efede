export { type CoversSystem, coversModule } from './module.ts'

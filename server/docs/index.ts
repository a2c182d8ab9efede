export { docsModule } from './module.ts'

export { accountingModule } from './module.ts'

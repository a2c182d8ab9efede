export { accountingModule } from './module.ts'
export { eraseTaxRecords } from './tax-store.ts'

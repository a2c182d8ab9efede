export { creditsOf, debitsOf, defer, returnedBy } from './defer.ts'
export { revenueModule } from './module.ts'
export { recognizeRevenue } from './recognize.ts'
export type { PaidInvoice } from './rules.ts'

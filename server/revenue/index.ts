export { creditRecalled, debitsOf, defer, linesOfPayment, returnedBy } from './defer.ts'
export { revenueModule } from './module.ts'
export { recognizeRevenue } from './recognize.ts'
export { creditUsed, type PaidInvoice } from './rules.ts'

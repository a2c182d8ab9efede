export {
  balancesOf,
  type CreatorBalances,
  foldBalances,
  lockCreators,
  lockCredit,
  noBalances,
  systemBalance,
} from './accounts.ts'
export { checkLedger } from './check.ts'
export { creditRecalled, debitsOf, defer, linesOfPayment, returnedBy } from './defer.ts'
export { ledgerModule } from './module.ts'
export { postMovement, postSource } from './movements.ts'
export { type NewEntry, post, reversalOf } from './post.ts'
export { recognizeRevenue } from './recognize.ts'
export {
  compareWithStripe,
  type Difference,
  describeDifference,
  firstComparable,
  postMissed,
} from './reconcile.ts'
export { creditUsed, type PaidInvoice } from './rules.ts'

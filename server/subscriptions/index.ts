export {
  endGraces,
  endPlansOfDeleted,
  reconcileSubscriptions,
  retryComparisons,
} from './comparison/reconcile.ts'
export { finishRecalls, syncCredit } from './credits/sync-credit.ts'
export { syncWarning } from './desk/warnings.ts'
export { openCases, ownerOfDispute } from './disputes/store.ts'
export { syncDispute } from './disputes/sync-dispute.ts'
export { needStripe } from './gateway.ts'
export { type GivenBack, returnTerms, unreturnedInvoices } from './given-back.ts'
export { subscriptionsModule } from './module.ts'
export { notePlan, tiersAt } from './plan-history.ts'
export { takeOverCard } from './portal.ts'
export { billingRecord } from './status.ts'
export { ownerOfInvoice } from './store.ts'
export { syncInvoice, syncPayment, syncSubscription } from './sync.ts'

export {
  endGraces,
  endPlansOfDeleted,
  reconcileSubscriptions,
  retryComparisons,
} from './comparison/reconcile.ts'
export { finishRecalls } from './credits/sync-credit.ts'
export { ownerOfDispute } from './disputes/store.ts'
export { syncDispute } from './disputes/sync-dispute.ts'
export { handleEvent, stripeEventJob, wakeEvents } from './events.ts'
export { type GivenBack, returnTerms, unreturnedInvoices } from './given-back.ts'
export { subscriptionsModule } from './module.ts'
export { notePlan, tiersAt } from './plan-history.ts'
export { billingRecord } from './status.ts'
export { ownerOfInvoice } from './store.ts'
export { syncPayment } from './sync.ts'

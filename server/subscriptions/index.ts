export { handleEvent, stripeEventJob, wakeEvents } from './events.ts'
export { multipliersAt, notePlan } from './plan-history.ts'
export { endGraces, reconcileSubscriptions } from './reconcile.ts'
export { subscriptionRoutes } from './routes.ts'

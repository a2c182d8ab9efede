export { stripeEventsModule } from './module.ts'

export { multipliersAt, notePlan } from './plan-history.ts'
export { multiplierOf, tierOfMultiplier } from './rules.ts'

export { moneyHandlers, moneyJobs } from './handlers.ts'
export { moneyRoundJob } from './jobs.ts'
export { type MoneyOfUser, moneyOf } from './money-of.ts'
export { payoutRoutes } from './routes.ts'

export { ledgerFigures } from './adapters/ledger-figures.ts'
export { enqueueDigests } from './digest.ts'
export { adminRoutes } from './routes.ts'
export { foldTallies } from './tallies.ts'

export { sweepDeletedAccounts } from './delete-account.ts'
export type { ExportSection } from './export-data.ts'
export { privacyRoutes } from './routes.ts'

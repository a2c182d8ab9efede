export { sweepDeletions } from './delete-account.ts'
export type { ExportSection } from './export-data.ts'
export { privacyModule } from './module.ts'

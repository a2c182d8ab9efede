export { sweepDeletions } from './delete-account.ts'
export { privacyModule } from './module.ts'

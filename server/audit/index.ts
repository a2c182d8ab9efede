export { auditCsv } from './csv.ts'
export {
  type Auditor,
  allEntries,
  aloneNote,
  auditorOf,
  bySettings,
  listEntries,
  type NewAuditEntry,
  record,
} from './store.ts'

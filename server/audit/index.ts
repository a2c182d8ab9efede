export {
  type Auditor,
  allEntries,
  aloneNote,
  auditCsv,
  auditorOf,
  bySettings,
  listEntries,
  type NewAuditEntry,
  record,
} from './store.ts'

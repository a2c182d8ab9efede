export {
  type Auditor,
  allEntries,
  aloneNote,
  auditCsv,
  auditorOf,
  bySettings,
  listEntries,
  record,
} from './store.ts'

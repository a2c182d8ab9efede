import type { AuditEntry } from '#contract/audit.ts'
import { csvLine } from '#server/core/csv.ts'

const columns = [
  'id',
  'at',
  'actorId',
  'actorEmail',
  'actorRole',
  'action',
  'objectType',
  'objectId',
  'before',
  'after',
  'requestId',
] as const

const cell = (entry: AuditEntry, column: (typeof columns)[number]) => {
  if (column === 'before' || column === 'after')
    return entry[column] === null ? null : JSON.stringify(entry[column])
  return entry[column]
}

/** The log as CSV lines, with a header. */
export async function* auditCsv(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const entry of entries) yield csvLine(columns.map(column => cell(entry, column)))
}

import type { AuditEntry } from '#contract/audit.ts'

/**
 * One CSV field (RFC 4180). A text that a spreadsheet would treat as a formula gets an apostrophe in front
 * (https://owasp.org/www-community/attacks/CSV_Injection), because anyone can choose a name.
 */
export function csvField(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

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
  yield `${columns.join(',')}\r\n`
  for await (const entry of entries) yield `${columns.map(c => csvField(cell(entry, c))).join(',')}\r\n`
}

import type { AuditLine } from '#contract/audit.ts'
import type { Filter } from './calls.ts'

/** A day's start, or that of a later day, in ISO 8601; undefined for what is no day. */
function startOf(day: string | null, later = 0): string | undefined {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + later)
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}

/** What the page's address asks of the audit log. The last day is included; an id counts with its type. */
export function auditFilterOf(address: URLSearchParams): Filter {
  const typed = (name: string) => address.get(name)?.trim() || undefined
  const objectType = typed('objectType')
  return {
    actor: typed('actor'),
    action: typed('action'),
    objectType,
    objectId: objectType && typed('objectId'),
    from: startOf(address.get('from')),
    to: startOf(address.get('until'), 1),
  }
}

const pages: Record<string, (id: string) => string> = {
  video: id => `/admin/ai-highlights?show=all&video=${id}`,
  user: id => `/admin?tab=users&user=${id}`,
  payout: id => `/admin?tab=payouts&payout=${id}`,
  publication: id => `/publishing?tab=queue&publication=${id}`,
  publishing: () => '/publishing?tab=queue',
  channel: () => '/publishing',
  dispute: () => '/admin?tab=money&desk=disputes',
  month: () => '/admin?tab=money',
  score_weights: () => '/admin/score-weights',
}

/** Where staff see an object of the audit log; null if it has no page. */
export const pageOf = ({ objectType, objectId }: Pick<AuditLine, 'objectType' | 'objectId'>): string | null =>
  pages[objectType]?.(encodeURIComponent(objectId)) ?? null

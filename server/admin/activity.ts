import type { ActivityEntry } from '#contract/admin.ts'
import type { AuditEntry, AuditFilter } from '#contract/audit.ts'
import { brand } from '#contract/brand.ts'
import { displayNames } from '#server/accounts/index.ts'
import { listEntries } from '#server/audit/index.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { titlesOf } from '#server/videos/index.ts'
import { deedText } from './rules.ts'

const idsOf = (entries: AuditEntry[], type: string) => [
  ...new Set(entries.filter(e => e.objectType === type).map(e => e.objectId)),
]

/** Recent activity, newest first, as sentences. @param before only entries older than this id */
export async function activity(
  db: Queryable,
  filter: AuditFilter,
  page: { before?: number | undefined; limit: number },
): Promise<ActivityEntry[]> {
  const entries = await listEntries(db, filter, page)
  const actors = entries.flatMap(e => e.actorId ?? [])
  const [names, titles] = await Promise.all([
    displayNames(db, [...new Set([...actors, ...idsOf(entries, 'user')])]),
    titlesOf(db, idsOf(entries, 'video')),
  ])
  const nameOf = ({ objectType, objectId }: AuditEntry) => {
    if (objectType === 'user') return names.get(objectId) ?? 'somebody'
    const title = titles.get(objectId)
    // The start of an id is enough to tell two apart; the entry has the whole id.
    return title === undefined ? `${objectType} ${objectId.slice(0, 8)}` : `'${title}'`
  }
  return entries.map(e => ({
    id: e.id,
    at: e.at,
    by: e.actorId ? (names.get(e.actorId) ?? 'Somebody') : brand,
    text: deedText(e, nameOf(e)),
    objectType: e.objectType,
    objectId: e.objectId,
    before: e.before,
    after: e.after,
  }))
}

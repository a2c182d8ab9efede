import type { ActivityEntry } from '#contract/admin.ts'
import type { AuditEntry, AuditFilter } from '#contract/audit.ts'
import { brand } from '#contract/brand.ts'
import { sentences as named } from '#sentences/named.ts'
import { displayNames } from '#server/accounts/index.ts'
import { listEntries } from '#server/audit/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { Language, Text } from '#server/core/sentences.ts'
import { titlesOf } from '#server/videos/index.ts'
import { deedText } from './deeds.ts'

const idsOf = (entries: AuditEntry[], type: string) => [
  ...new Set(entries.filter(e => e.objectType === type).map(e => e.objectId)),
]

/** Recent activity, newest first, as sentences in a language. @param before only entries older than this id */
export async function activity(
  db: Queryable,
  filter: AuditFilter,
  page: { before?: number | undefined; limit: number },
  language: Language,
): Promise<ActivityEntry[]> {
  const entries = await listEntries(db, filter, page)
  const actors = entries.flatMap(e => e.actorId ?? [])
  const [names, titles] = await Promise.all([
    displayNames(db, [...new Set([...actors, ...idsOf(entries, 'user')])]),
    titlesOf(db, idsOf(entries, 'video')),
  ])
  const nameOf = ({ objectType: type, objectId }: AuditEntry): Text => {
    if (type === 'user') return names.get(objectId) ?? named.someone
    if (type === 'month') return objectId
    const title = titles.get(objectId)
    if (title !== undefined) return named.video({ title })
    const id = objectId.slice(0, 8)
    // Its sentence says that it is a video, and it is deleted.
    return type === 'video' ? id : named.thing({ type: type.replaceAll('_', ' '), id })
  }
  return entries.map(e => ({
    id: e.id,
    at: e.at,
    by: e.actorId ? (names.get(e.actorId) ?? named.someoneDid.in(language)) : brand,
    text: deedText(e, nameOf(e), language),
    objectType: e.objectType,
    objectId: e.objectId,
    before: e.before,
    after: e.after,
  }))
}

import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AuditEntry, AuditFilter } from '#contract/audit.ts'
import { csvLine } from '#server/core/csv.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'

/** Who acts: the request and its person, or null for the server itself. */
export interface Auditor {
  actorId: string | null
  actorRole: string | null
  requestId: string | null
  /** decides about their own object, because no other staff member could */
  alone?: true
}

/** The person behind a request. */
export const auditorOf = ({
  actor,
  id,
  decidesAlone,
}: Pick<FastifyRequest, 'actor' | 'id' | 'decidesAlone'>): Auditor => ({
  actorId: actor?.id ?? null,
  actorRole: actor?.role ?? null,
  requestId: id,
  ...(decidesAlone ? { alone: true } : {}),
})

/** For what the server does because of its settings. */
export const bySettings: Auditor = { actorId: null, actorRole: null, requestId: null }

export interface NewAuditEntry extends Auditor {
  /** Object and verb: 'user.role', 'video.status'. */
  action: string
  objectType: string
  objectId: string
  /** The values before and after, as JSON; no secrets. */
  before?: unknown
  after?: unknown
}

/** What the log says of a decision about one's own object. */
export const aloneNote = 'the only staff member who could decide'

/** Writes an entry together with the change it records: pass the change's transaction. */
export async function record(tx: Queryable, entry: NewAuditEntry): Promise<void> {
  const after = entry.alone ? { ...Object(entry.after), ownDecision: aloneNote } : entry.after
  await tx
    .insertInto('audit_log')
    .values({
      actor_id: entry.actorId,
      actor_role: entry.actorRole,
      action: entry.action,
      object_type: entry.objectType,
      object_id: entry.objectId,
      before: entry.before === undefined ? null : json(entry.before),
      after: after === undefined ? null : json(after),
      request_id: entry.requestId,
    })
    .execute()
}

/** Matching entries, newest first. @param before only those older than this entry's id */
export async function listEntries(
  db: Queryable,
  filter: AuditFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<AuditEntry[]> {
  const { actor, action, objectType, objectId, from, to } = filter
  let query = db
    .selectFrom('audit_log as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .select(['a.id', 'a.at', 'a.actor_id', 'a.actor_role', 'a.action', 'a.object_type', 'a.object_id'])
    .select(['a.before', 'a.after', 'a.request_id', 'u.email'])
  // Looked up first, because an OR over two tables would read the whole log.
  if (actor)
    query = query.where(
      sql<boolean>`a.actor_id = coalesce((select id from users where email = ${actor}), ${actor})`,
    )
  if (action) query = query.where('a.action', '=', action)
  if (objectType) query = query.where('a.object_type', '=', objectType)
  if (objectId) query = query.where('a.object_id', '=', objectId)
  if (from) query = query.where('a.at', '>=', new Date(from))
  if (to) query = query.where('a.at', '<', new Date(to))
  if (before) query = query.where('a.id', '<', before)
  const rows = await query.orderBy('a.id', 'desc').limit(limit).execute()
  return rows.map(r => ({
    id: r.id,
    at: r.at.toISOString(),
    actorId: r.actor_id,
    actorEmail: r.email,
    actorRole: r.actor_role,
    action: r.action,
    objectType: r.object_type,
    objectId: r.object_id,
    before: r.before,
    after: r.after,
    requestId: r.request_id,
  }))
}

const pageSize = 500

/** Every matching entry, newest first, read in pages. */
export async function* allEntries(db: Queryable, filter: AuditFilter): AsyncGenerator<AuditEntry> {
  let before: number | undefined
  while (true) {
    const page = await listEntries(db, filter, { before, limit: pageSize })
    yield* page
    before = page.at(-1)?.id
    if (page.length < pageSize) return
  }
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
  yield csvLine(columns)
  for await (const entry of entries) yield csvLine(columns.map(column => cell(entry, column)))
}

import { type Selectable, sql } from 'kysely'
import { type PlatformMetadata, platforms, unfinishedStates } from '#contract/publishing/publications.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { json, textColumn } from '#server/core/db/json.ts'
import { literals } from '#server/core/db/literals.ts'
import type { Text } from '#server/core/sentences.ts'
import type { Publications } from '../../db/schema.generated.ts'

export type PublicationRow = Selectable<Publications>

export type NewPublication = Pick<
  PublicationRow,
  | 'id'
  | 'video_id'
  | 'user_id'
  | 'platform'
  | 'kind'
  | 'channel_id'
  | 'content'
  | 'content_label'
  | 'clip_id'
  | 'intent'
  | 'state'
  | 'metadata'
  | 'scheduled_for'
  | 'wall_time'
  | 'time_zone'
  | 'timing'
  | 'upload_early'
  | 'created_by'
  | 'created_at'
  | 'next_at'
>

/**
 * @returns null when the same content is being or has been published on the same channel with the same intent
 */
export async function insertPublication(tx: Queryable, row: NewPublication): Promise<PublicationRow | null> {
  return (
    (await tx
      .insertInto('publications')
      .values({ ...row, metadata: json(row.metadata), content_label: json(row.content_label) })
      .onConflict(c => c.doNothing())
      .returningAll()
      .executeTakeFirst()) ?? null
  )
}

/** The existing row that conflicts with a new one. */
export async function findSame(
  tx: Queryable,
  same: Pick<PublicationRow, 'video_id' | 'platform' | 'channel_id' | 'content' | 'intent'>,
): Promise<PublicationRow | null> {
  return (
    (await tx
      .selectFrom('publications')
      .selectAll()
      .where('video_id', '=', same.video_id)
      .where('platform', '=', same.platform)
      .where('channel_id', '=', same.channel_id)
      .where('content', '=', same.content)
      .where('intent', '=', same.intent)
      .where('state', '<>', 'cancelled')
      .executeTakeFirst()) ?? null
  )
}

/** How often the same content has been, or will be, published on the same channel. */
export async function countSame(
  tx: Queryable,
  same: Pick<PublicationRow, 'video_id' | 'platform' | 'channel_id' | 'content'>,
): Promise<number> {
  const row = await tx
    .selectFrom('publications')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('video_id', '=', same.video_id)
    .where('platform', '=', same.platform)
    .where('channel_id', '=', same.channel_id)
    .where('content', '=', same.content)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export async function findPublication(db: Queryable, id: string): Promise<PublicationRow | null> {
  return (await db.selectFrom('publications').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Locked until the transaction ends: for every decision about it. */
export async function findForUpdate(tx: Queryable, id: string): Promise<PublicationRow | null> {
  return (
    (await tx.selectFrom('publications').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ??
    null
  )
}

type Texts = 'note' | 'failure_sentence'
type Change = Partial<Omit<PublicationRow, 'id' | 'metadata' | 'content_label' | Texts>> & {
  metadata?: PlatformMetadata
} & { [text in Texts]?: Text | null }
const valuesOf = ({ metadata, note, failure_sentence: failure, ...rest }: Change) => ({
  ...rest,
  note: textColumn(note),
  failure_sentence: textColumn(failure),
  ...(metadata ? { metadata: json(metadata) } : {}),
})

/** Changes a row that the caller has locked. */
export async function updatePublication(tx: Queryable, id: string, change: Change): Promise<PublicationRow> {
  return tx
    .updateTable('publications')
    .set(valuesOf(change))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Another worker has the publication now: this one's further changes don't count. */
export class LostLeaseError extends Error {
  override name = 'LostLeaseError'
}

/** Changes a row while the caller has the lease. @throws LostLeaseError when it no longer does */
export async function updateLeased(
  tx: Queryable,
  { id, lease_token }: Pick<PublicationRow, 'id' | 'lease_token'>,
  change: Change,
): Promise<PublicationRow> {
  const row =
    (await tx
      .updateTable('publications')
      .set(valuesOf(change))
      .where('id', '=', id)
      .where('lease_token', '=', lease_token)
      .returningAll()
      .executeTakeFirst()) ?? null
  if (!row) throw new LostLeaseError('The turn is over')
  return row
}

/**
 * Claims the next due publication for `leaseMs`. A worker that dies keeps it no longer than that. Platforms
 * of a later release are left to workers that know them.
 */
export async function claimDue(
  db: Queryable,
  given: { token: string; now: Date; leaseMs: number },
): Promise<PublicationRow | null> {
  const { token, now, leaseMs } = given
  const { rows } = await sql<PublicationRow>`
    update publications set lease_token = ${token}, lease_until = ${new Date(now.getTime() + leaseMs)}
    where id = (
      select id from publications
      where state in (${literals(unfinishedStates)}) and next_at <= ${now}
        and (lease_until is null or lease_until <= ${now}) and platform = any(${[...platforms]})
      order by next_at, scheduled_for, created_at, id limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0] ?? null
}

/** @returns false when another worker has the lease */
export async function prolong(
  db: Queryable,
  { id, lease_token }: Pick<PublicationRow, 'id' | 'lease_token'>,
  until: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('publications')
    .set({ lease_until: until })
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export interface NewEvent {
  kind: string
  sentence: Text
  facts?: Record<string, unknown>
  actorId?: string | null
}

/** Adds to the history, together with the change it describes. */
export async function addEvent(
  tx: Queryable,
  publicationId: string,
  at: Date,
  event: NewEvent,
): Promise<void> {
  await tx
    .insertInto('publication_events')
    .values({
      publication_id: publicationId,
      at,
      kind: event.kind,
      sentence: textColumn(event.sentence),
      facts: json(event.facts ?? {}),
      actor_id: event.actorId ?? null,
    })
    .execute()
}

export async function eventsOf(db: Queryable, publicationId: string) {
  return db
    .selectFrom('publication_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.at', 'e.kind', 'e.sentence', 'u.name', 'u.email'])
    .where('e.publication_id', '=', publicationId)
    .orderBy('e.id')
    .execute()
}

/** Ids of posts on a publication's channel that belong to other publications. */
export async function knownPosts(
  db: Queryable,
  { id, channel_id }: Pick<PublicationRow, 'id' | 'channel_id'>,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('publications')
    .select(['post_id', 'remote_id'])
    .where('channel_id', '=', channel_id)
    .where('id', '<>', id)
    .where(eb => eb.or([eb('post_id', 'is not', null), eb('remote_id', 'is not', null)]))
    .execute()
  return new Set(rows.flatMap(r => [r.post_id, r.remote_id].filter(id => id !== null)))
}

/** Whether any post of a video is being sent to a platform. */
export async function postsUnderWay(tx: Queryable, videoId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('publications')
    .select('id')
    .where('video_id', '=', videoId)
    .where('state', 'in', unfinishedStates)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Who earns from a publication; null when there is none. */
export async function ownerOfPublication(db: Queryable, id: string): Promise<string | null> {
  const row = await db.selectFrom('publications').select('user_id').where('id', '=', id).executeTakeFirst()
  return row?.user_id ?? null
}

/** Who would earn from counts on hold; null when there are none. */
export async function ownerOfHeldCount(db: Queryable, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('held_counts as h')
    .innerJoin('publications as p', 'p.id', 'h.publication_id')
    .select('p.user_id')
    .where('h.id', '=', id)
    .executeTakeFirst()
  return row?.user_id ?? null
}

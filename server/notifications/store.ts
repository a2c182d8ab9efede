import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Notification } from '#contract/videos.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { liveChannel } from './live.ts'
import { wants } from './preferences.ts'

export interface NewNotification {
  userId: string
  type: Notification['type']
  title: string
  message: string
  link: string | null
  /** The event told of; the same event is told once. */
  eventKey: string
}

/** Tells a person something, once per event, as part of the transaction in which it happened. */
export async function notify(tx: Queryable, n: NewNotification): Promise<void> {
  if (!(await wants(tx, n.userId, n.type, 'app'))) return
  await tx
    .insertInto('notifications')
    .values({
      id: randomUUID(),
      user_id: n.userId,
      type: n.type,
      title: n.title,
      message: n.message,
      link: n.link,
      event_key: n.eventKey,
    })
    .onConflict(c => c.column('event_key').doNothing())
    .execute()
  // Heard by every server once, and only if, this transaction commits.
  await sql`select pg_notify(${liveChannel}, ${n.userId})`.execute(tx)
}

/** A person's notifications, newest first. */
export async function listNotifications(db: Queryable, userId: string, limit = 200): Promise<Notification[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'type', 'title', 'message', 'link', 'is_read', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(r => ({
    id: r.id,
    type: r.type as Notification['type'],
    title: r.title,
    message: r.message,
    link: r.link,
    isRead: r.is_read,
    createdAt: r.created_at.toISOString(),
  }))
}

/** @returns false when there is no such notification of this person */
export async function markRead(db: Queryable, userId: string, id: string): Promise<boolean> {
  const result = await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Deletes everything that a person was told. */
export async function forgetNotifications(tx: Queryable, userId: string): Promise<void> {
  await tx.deleteFrom('notifications').where('user_id', '=', userId).execute()
}

export async function markAllRead(db: Queryable, userId: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .execute()
}

export async function countUnread(db: Queryable, userId: string): Promise<number> {
  const row = await db
    .selectFrom('notifications')
    .select(eb => eb.fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .executeTakeFirstOrThrow()
  return Number(row.unread)
}

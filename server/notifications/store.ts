import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isNews } from '#contract/mail.ts'
import type { Notification } from '#contract/notifications.ts'
import type { Role } from '#contract/permissions.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import { textColumn } from '#server/core/db/json.ts'
import { type Text, textIn, type Wording } from '#server/core/sentences.ts'
import { cancelMail, enqueueMail, forgetMails, type NewMail } from '#server/mail/index.ts'
import { liveChannel } from './live.ts'
import { wants } from './preferences.ts'

export interface NewNotification {
  userId: string
  /** The video whose title or findings it may contain, for every recipient: it is deleted with that video. */
  videoId: string | null
  type: Notification['type']
  title: Text
  message: Text
  link: string | null
  /** The event it is about; the same event is notified once. */
  eventKey: string
  /**
   * The related mail: by default the same text for the same event. Can be another template with its own data,
   * a separate event (many notifications, one mail), or a time until which it can be withdrawn; false for
   * none.
   */
  mail?: (Partial<Pick<NewMail, 'template' | 'data' | 'eventKey' | 'notBefore'>> & object) | false
}

const mailOf = (n: NewNotification): NewMail | null => {
  if (n.mail === false) return null
  const { type, userId, videoId, eventKey } = n
  const template = n.mail?.template ?? (isNews(type) ? type : null)
  // This mail needs figures that only its caller knows.
  if (!template) return null
  const data = { heading: n.title, message: n.message, link: n.link }
  return { userId, videoId, data, eventKey, ...n.mail, template }
}

/** Whether the account is deleted, so that there is no one to notify. */
async function isGone(db: Queryable, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('deleted_at').where('id', '=', userId).executeTakeFirst()
  return row?.deleted_at != null
}

/** Notifies a person in the app and by mail, once per event, in the event's transaction. */
export async function notify(tx: Queryable, n: NewNotification): Promise<void> {
  if (await isGone(tx, n.userId)) return
  const mail = mailOf(n)
  // Whether it is wanted by mail is checked when it is sent.
  if (mail) await enqueueMail(tx, mail)
  if (!(await wants(tx, n.userId, n.type, 'app'))) return
  await tx
    .insertInto('notifications')
    .values({
      id: randomUUID(),
      user_id: n.userId,
      video_id: n.videoId,
      type: n.type,
      title: textColumn(n.title),
      message: textColumn(n.message),
      link: n.link,
      event_key: n.eventKey,
    })
    .onConflict(c => c.column('event_key').doNothing())
    .execute()
  // Every server hears it once, and only if this transaction commits.
  await sql`select pg_notify(${liveChannel}, ${n.userId})`.execute(tx)
}

/**
 * Withdraws the notifications of an event that was undone: the notification unless it was read, the mail
 * unless it was sent.
 * @param mailKey the mail's event; null to let it be sent
 */
export async function takeBack(
  tx: Queryable,
  { userId, eventKey, mailKey }: { userId: string; eventKey: string; mailKey: string | null },
): Promise<void> {
  if (mailKey !== null) await cancelMail(tx, mailKey)
  await tx
    .deleteFrom('notifications')
    .where('event_key', '=', eventKey)
    .where('is_read', '=', false)
    .execute()
  await sql`select pg_notify(${liveChannel}, ${userId})`.execute(tx)
}

/** A person's notifications in their words, newest first. */
export async function listNotifications(
  db: Queryable,
  userId: string,
  { language, units }: Wording,
  limit = 200,
): Promise<Notification[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'type', 'title', 'message', 'link', 'is_read', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(r => ({
    id: r.id,
    type: r.type,
    title: textIn(r.title, language, units) ?? '',
    message: textIn(r.message, language, units) ?? '',
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

/** Deletes all of a person's sent and pending notifications. */
export async function forgetNotifications(tx: Queryable, userId: string): Promise<void> {
  await forgetMails(tx, userId)
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

export async function timeZoneOf(db: Queryable, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('time_zone').where('id', '=', userId).executeTakeFirst()
  return row?.time_zone ?? null
}

export async function saveTimeZone(db: Queryable, userId: string, timeZone: string): Promise<void> {
  await db.updateTable('users').set({ time_zone: timeZone }).where('id', '=', userId).execute()
}

async function notifyRoles(
  tx: Tx,
  roles: readonly Role[],
  notification: Omit<NewNotification, 'userId'>,
): Promise<void> {
  const people = await tx
    .selectFrom('users')
    .select('id')
    .where('role', 'in', roles)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of people)
    await notify(tx, { ...notification, userId: id, eventKey: `${notification.eventKey}:${id}` })
}

/**
 * Notifies every moderator and admin, in the app and by mail according to their preferences; once per event key.
 * The default topic is publishing.
 */
export const notifyStaff = (
  tx: Tx,
  notification: Pick<NewNotification, 'title' | 'message' | 'eventKey' | 'videoId'> &
    Partial<Pick<NewNotification, 'type' | 'link'>>,
): Promise<void> =>
  notifyRoles(tx, ['moderator', 'admin'], { type: 'publishing_alert', link: '/publishing', ...notification })

/** Notifies every admin, in the same way. The default topic is payouts. */
export const notifyAdmins = (
  tx: Tx,
  notification: Pick<NewNotification, 'title' | 'message' | 'eventKey'> &
    Partial<Pick<NewNotification, 'type' | 'link' | 'videoId'>>,
): Promise<void> =>
  notifyRoles(tx, ['admin'], {
    type: 'payout_alert',
    link: '/admin?tab=payouts',
    videoId: null,
    ...notification,
  })

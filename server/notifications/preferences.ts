import { type MailPreferences, mailOnlyTypes } from '#contract/mail.ts'
import type { NotificationPreferences } from '#contract/notifications.ts'
import { notificationTypes } from '#contract/notifications.ts'
import type { Queryable } from '#server/core/db/database.ts'

type Channel = 'app' | 'mail'

/** Whether a person wants this on this channel; yes by default. */
export async function wants(db: Queryable, userId: string, type: string, channel: Channel): Promise<boolean> {
  const row = await db
    .selectFrom('notification_preferences')
    .select('wanted')
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('channel', '=', channel)
    .executeTakeFirst()
  return row?.wanted ?? true
}

export async function preferencesOf(db: Queryable, userId: string): Promise<NotificationPreferences> {
  const rows = await db
    .selectFrom('notification_preferences')
    .selectAll()
    .where('user_id', '=', userId)
    .execute()
  const wanted = (type: string, channel: Channel) =>
    rows.find(r => r.type === type && r.channel === channel)?.wanted ?? true
  return notificationTypes.map(type => ({ type, app: wanted(type, 'app'), mail: wanted(type, 'mail') }))
}

export async function savePreferences(
  db: Queryable,
  userId: string,
  wanted: NotificationPreferences,
): Promise<void> {
  // Of a type named twice the last one counts, because one statement can't write a row twice.
  const byType = new Map(wanted.map(one => [one.type, one]))
  const rows = [...byType.values()].flatMap(({ type, app, mail }) => [
    { user_id: userId, type, channel: 'app' as const, wanted: app },
    { user_id: userId, type, channel: 'mail' as const, wanted: mail },
  ])
  if (!rows.length) return
  await db
    .insertInto('notification_preferences')
    .values(rows)
    .onConflict(c =>
      c.columns(['user_id', 'type', 'channel']).doUpdateSet(eb => ({ wanted: eb.ref('excluded.wanted') })),
    )
    .execute()
}

/** Preferences for mails without a related notification. */
export async function mailPreferencesOf(db: Queryable, userId: string): Promise<MailPreferences> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['type', 'wanted'])
    .where('user_id', '=', userId)
    .where('channel', '=', 'mail')
    .execute()
  return mailOnlyTypes.map(type => ({ type, mail: rows.find(r => r.type === type)?.wanted ?? true }))
}

/** Sets whether one kind of mail is wanted. */
export async function setMailPreference(
  db: Queryable,
  userId: string,
  type: string,
  wanted: boolean,
): Promise<void> {
  await db
    .insertInto('notification_preferences')
    .values({ user_id: userId, type, channel: 'mail', wanted })
    .onConflict(c => c.columns(['user_id', 'type', 'channel']).doUpdateSet({ wanted }))
    .execute()
}

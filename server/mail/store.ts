import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { UnitSystem } from '#contract/gauges/units.ts'
import type { MailTemplate } from '#contract/mail.ts'
import type { Language } from '#contract/reading/languages.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'
import { type Reader, readerOf } from '#server/core/reader.ts'
import type { MailState } from './rules.ts'
import type { MailData } from './templates/data.ts'

export interface NewMail<T extends MailTemplate = MailTemplate> {
  userId: string
  /** The video whose title or findings it may contain: it is deleted with that video. */
  videoId: string | null
  template: T
  data: MailData[T]
  /** The event it is about; the same event is mailed once. */
  eventKey: string
  /** Not before this time; until then it can be withdrawn. */
  notBefore?: Date | undefined
}

const rowOf = (mail: NewMail, now: Date) => ({
  id: randomUUID(),
  event_key: mail.eventKey,
  user_id: mail.userId,
  video_id: mail.videoId,
  template: mail.template,
  data: json(mail.data),
  next_attempt_at: mail.notBefore ?? now,
  created_at: now,
})

/** Queues a mail together with the change it is about: pass the change's transaction. Once per event. */
export async function enqueueMail<T extends MailTemplate>(
  tx: Queryable,
  mail: NewMail<T>,
  now = new Date(),
): Promise<void> {
  await enqueueMails(tx, [mail], now)
}

/** The same for several mails. @returns how many were new */
export async function enqueueMails(tx: Queryable, mails: readonly NewMail[], now: Date): Promise<number> {
  if (!mails.length) return 0
  const result = await tx
    .insertInto('mails')
    .values(mails.map(mail => rowOf(mail, now)))
    // A mail withdrawn before it was sent can be queued again.
    .onConflict(c =>
      c
        .column('event_key')
        .doUpdateSet(eb => ({
          state: 'waiting',
          data: sql`excluded.data`,
          next_attempt_at: eb.ref('excluded.next_attempt_at'),
          created_at: eb.ref('excluded.created_at'),
          attempts: 0,
        }))
        .where('mails.state', '=', 'cancelled'),
    )
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0n)
}

/** Withdraws a mail that hasn't been sent yet. @returns false when it has been sent or never existed */
export async function cancelMail(tx: Queryable, eventKey: string): Promise<boolean> {
  const result = await tx
    .updateTable('mails')
    .set({ state: 'cancelled' })
    .where('event_key', '=', eventKey)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Deletes all mails sent or queued for a person. */
export async function forgetMails(tx: Queryable, userId: string): Promise<void> {
  await tx.deleteFrom('mails').where('user_id', '=', userId).execute()
}

export interface DueMail {
  id: string
  template: MailTemplate
  data: unknown
  attempts: number
  createdAt: Date
  userId: string
  address: string
  name: string
  reader: Reader
  /** whether the address is verified */
  proved: boolean
  deleted: boolean
  /** the mail server's message when it permanently refused the address */
  refused: string | null
}

const claimed = (now: Date, which: ReturnType<typeof sql>) => sql<{
  id: string
  template: MailTemplate
  data: unknown
  attempts: number
  created_at: Date
  user_id: string
  email: string
  name: string
  first_name: string | null
  language: Language | null
  units: UnitSystem | null
  time_zone: string | null
  email_verified: boolean
  deleted_at: Date | null
  reason: string | null
}>`
  with taken as (
    update mails set state = 'sending', attempts = attempts + 1, claimed_at = ${now}
    where id = (${which}) and state = 'waiting'
    returning *
  )
  select t.id, t.template, t.data, t.attempts, t.created_at, t.user_id,
    u.email, u.name, u.first_name, u.language, u.units, u.time_zone, u.email_verified, u.deleted_at, r.reason
  from taken t join users u on u.id = t.user_id
  left join refused_addresses r on r.address = u.email and r.until > ${now}`

/**
 * Claims the mail that has been due longest; no one else gets it. @param eventKey only this one, due or not
 */
export async function claimDue(db: Queryable, now: Date, eventKey?: string): Promise<DueMail | null> {
  const which = eventKey
    ? sql`select id from mails where event_key = ${eventKey} and state = 'waiting' for update skip locked`
    : sql`select id from mails where state = 'waiting' and next_attempt_at <= ${now}
        order by next_attempt_at limit 1 for update skip locked`
  const { rows } = await claimed(now, which).execute(db)
  const [row] = rows
  if (!row) return null
  return {
    id: row.id,
    template: row.template,
    data: row.data,
    attempts: row.attempts,
    createdAt: row.created_at,
    userId: row.user_id,
    address: row.email,
    name: row.first_name || row.name,
    reader: readerOf({ language: row.language, units: row.units, zone: row.time_zone }),
    proved: row.email_verified,
    deleted: row.deleted_at !== null,
    refused: row.reason,
  }
}

const settle = (
  db: Queryable,
  id: string,
  change: {
    state: MailState
    sent_at?: Date
    last_error?: string | null
    next_attempt_at?: Date
    attempts?: number
  },
) =>
  db
    .updateTable('mails')
    .set({ ...change, claimed_at: null })
    .where('id', '=', id)
    .execute()

export const markSent = (db: Queryable, id: string, at: Date) =>
  settle(db, id, { state: 'sent', sent_at: at, last_error: null })
export const markSkipped = (db: Queryable, id: string, why: string) =>
  settle(db, id, { state: 'skipped', last_error: why })
export const markFailed = (db: Queryable, id: string, why: string) =>
  settle(db, id, { state: 'failed', last_error: why })
export const markForLater = (db: Queryable, id: string, at: Date, why: string) =>
  settle(db, id, { state: 'waiting', next_attempt_at: at, last_error: why })
export const markCancelled = (db: Queryable, id: string, why: string) =>
  settle(db, id, { state: 'cancelled', last_error: why })

export async function refuseAddress(
  db: Queryable,
  address: string,
  reason: string,
  until: Date,
): Promise<void> {
  await db
    .insertInto('refused_addresses')
    .values({ address, reason, until })
    .onConflict(c => c.column('address').doUpdateSet({ reason, until }))
    .execute()
}

/** Releases mails claimed before this time by a server that is gone. @returns how many */
export async function releaseClaims(db: Queryable, before: Date, now: Date): Promise<number> {
  const result = await db
    .updateTable('mails')
    .set({ state: 'waiting', claimed_at: null, next_attempt_at: now })
    .where('state', '=', 'sending')
    .where('claimed_at', '<', before)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/**
 * Confirms that an upload has arrived. An unverified address gets it once, without the uploader's words;
 * otherwise anyone could have anything mailed to any address.
 */
export async function mailUploadReceived(
  tx: Queryable,
  { userId, videoId, title }: { userId: string; videoId: string; title: string },
): Promise<void> {
  const owner = await tx
    .selectFrom('users')
    .select('email_verified')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const proved = owner.email_verified
  await enqueueMail(tx, {
    userId,
    // Without words it stays, so that deleting and uploading again can't have an address mailed again and again.
    videoId: proved ? videoId : null,
    template: 'upload_received',
    data: proved ? { title, videoId } : { title: null },
    eventKey: proved ? `upload_received:${videoId}` : `upload_received:unproved:${userId}`,
  })
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { UnitSystem } from '#contract/gauges/units.ts'
import type { FollowerTemplate, MailTemplate } from '#contract/mail.ts'
import type { Language } from '#contract/reading/languages.ts'
import type { VideoStatus } from '#contract/videos.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'
import { type Reader, readerOf } from '#server/core/reader.ts'
import { type MailState, sessionTemplates } from './rules.ts'
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

/** A mail to someone who follows a rider by email; what it says is put together when it is sent. */
export interface FollowerMail {
  followId: string
  template: FollowerTemplate
  /** rides_published: what is new, newest first */
  videoIds: string[]
  eventKey: string
}

/** Queues mails to followers, once per event. */
export async function enqueueFollowerMails(
  tx: Queryable,
  mails: readonly FollowerMail[],
  now: Date,
): Promise<void> {
  if (!mails.length) return
  await tx
    .insertInto('mails')
    .values(
      mails.map(({ followId, template, videoIds, eventKey }) => ({
        id: randomUUID(),
        event_key: eventKey,
        follow_id: followId,
        template,
        data: json({ videoIds }),
        next_attempt_at: now,
        created_at: now,
      })),
    )
    .onConflict(c => c.column('event_key').doNothing())
    .execute()
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
  videoId: string | null
  attempts: number
  createdAt: Date
  /** the account that it goes to; null for a mail to a follower */
  userId: string | null
  followId: string | null
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
  video_id: string | null
  attempts: number
  created_at: Date
  user_id: string | null
  follow_id: string | null
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
  select t.id, t.template, t.data, t.video_id, t.attempts, t.created_at, t.user_id, t.follow_id,
    coalesce(u.email, f.address) as email, coalesce(u.name, '') as name, u.first_name,
    coalesce(u.language, f.language) as language, coalesce(u.units, f.units) as units, u.time_zone,
    coalesce(u.email_verified, false) as email_verified, u.deleted_at, r.reason
  from taken t
  left join users u on u.id = t.user_id
  left join rider_follows f on f.id = t.follow_id
  left join refused_addresses r on r.address = coalesce(u.email, f.address) and r.until > ${now}`

/** A mail about one video that is sent as one with the others of an upload session. */
const ofSession = sql<boolean>`(mails.video_id is not null and mails.template = any(${sessionTemplates}))`

/**
 * Claims the mail that has been due longest; no one else gets it. Of the mails that are sent as one, only the
 * first can be claimed, so that two senders never share them. @param eventKey only this one, due or not
 */
export async function claimDue(db: Queryable, now: Date, eventKey?: string): Promise<DueMail | null> {
  const which = eventKey
    ? sql`select id from mails where event_key = ${eventKey} and state = 'waiting' for update skip locked`
    : sql`select id from mails where state = 'waiting' and next_attempt_at <= ${now}
          and not exists (select 1 from mails before where ${ofSession} and before.user_id = mails.user_id
            and before.template = mails.template and before.state in ('waiting', 'sending')
            and before.video_id is not null and (before.created_at, before.id) < (mails.created_at, mails.id))
        order by next_attempt_at limit 1 for update skip locked`
  const { rows } = await claimed(now, which).execute(db)
  const [row] = rows
  if (!row) return null
  return {
    id: row.id,
    template: row.template,
    data: row.data,
    videoId: row.video_id,
    attempts: row.attempts,
    createdAt: row.created_at,
    userId: row.user_id,
    followId: row.follow_id,
    address: row.email,
    name: row.first_name || row.name,
    reader: readerOf({ language: row.language, units: row.units, zone: row.time_zone }),
    proved: row.email_verified,
    deleted: row.deleted_at !== null,
    refused: row.reason,
  }
}

/** A mail taken for sending with the others of its session, and how its video stands now. */
export interface SessionMail {
  id: string
  data: { videoId: string }
  title: string
  status: VideoStatus
  aiStatus: string | null
}

/** Takes a claimed mail's waiting companions, of the same person and template; all of them, oldest first. */
export async function joinWaiting(db: Queryable, mail: DueMail, now: Date): Promise<SessionMail[]> {
  const { rows } = await sql<SessionMail>`
    with joined as (
      update mails set state = 'sending', claimed_at = ${now}
      where user_id = ${mail.userId} and template = ${mail.template} and state = 'waiting' and video_id is not null
      returning id, data, video_id, created_at
    ), together as (
      select * from joined
      union all select id, data, video_id, created_at from mails where id = ${mail.id}
    )
    select t.id, t.data, v.title, v.status, v.ai_status "aiStatus"
    from together t join videos v on v.id = t.video_id
    order by t.created_at, t.id`.execute(db)
  return rows
}

/**
 * Whether a person's upload session goes on: a file that came after `since` is still arriving or, with
 * `analyses`, in the works.
 */
export async function sessionRuns(
  db: Queryable,
  { userId, since, analyses }: { userId: string; since: Date; analyses: boolean },
): Promise<boolean> {
  const row = await db
    .selectFrom('videos')
    .select('id')
    .where('user_id', '=', userId)
    .where('held', '=', false)
    .where(eb => eb.fn.coalesce('uploaded_at', 'created_at'), '>', since)
    .where(eb =>
      eb.or([
        eb('status', 'in', analyses ? ['uploading', 'processing'] : ['uploading']),
        ...(analyses ? [eb('ai_status', 'in', ['pending', 'processing'])] : []),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const settle = (
  db: Queryable,
  ids: readonly string[],
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
    .where(sql<boolean>`id = any(${ids})`)
    .execute()

export const markSent = (db: Queryable, ids: readonly string[], at: Date) =>
  settle(db, ids, { state: 'sent', sent_at: at, last_error: null })
export const markSkipped = (db: Queryable, ids: readonly string[], why: string) =>
  settle(db, ids, { state: 'skipped', last_error: why })
export const markFailed = (db: Queryable, ids: readonly string[], why: string) =>
  settle(db, ids, { state: 'failed', last_error: why })
export const markForLater = (db: Queryable, ids: readonly string[], at: Date, why: string) =>
  settle(db, ids, { state: 'waiting', next_attempt_at: at, last_error: why })
export const markCancelled = (db: Queryable, ids: readonly string[], why: string) =>
  settle(db, ids, { state: 'cancelled', last_error: why })
/** Leaves a claimed mail for later without counting an attempt. */
export const postpone = (db: Queryable, { id, attempts }: DueMail, at: Date) =>
  settle(db, [id], { state: 'waiting', next_attempt_at: at, attempts: attempts - 1 })

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

import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { unapprovedSharesPerDay } from '#contract/sharing/reasons.ts'
import { isReleased } from '#contract/video-statuses.ts'
import { type ClipRow, unsafeFindClip } from '#server/clips/index.ts'
import type { Deps } from '#server/deps.ts'
import { isMusicAllowed } from '#server/music/index.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { AppError, notFound } from '#server/platform/http/errors.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { unsafeFind, type VideoRow } from '#server/videos/index.ts'
import { dayOf, secondsLeftOf } from './rules.ts'
import { sentences } from './sentences.ts'
import { lockLink } from './store.ts'

type Asking = Pick<FastifyRequest, 'ip' | 'headers'>

async function saltOf(db: Queryable, day: string): Promise<string> {
  const find = async () =>
    (await sql<{ salt: string }>`select salt from share_days where day = ${day}`.execute(db)).rows[0]?.salt
  const known = await find()
  if (known) return known
  await sql`insert into share_days (day, salt) values (${day}, ${randomBytes(32).toString('hex')})
    on conflict do nothing`.execute(db)
  return (await find()) as string
}

/**
 * A one-day pseudonym for an anonymous viewer: a hash of network and browser with the day's salt. Once the
 * salt is deleted, it can't be traced back.
 */
export async function strangerOf(db: Queryable, { ip, headers }: Asking, day: string): Promise<string> {
  const salt = await saltOf(db, day)
  return createHmac('sha256', salt)
    .update(`${networkOf(ip)}\n${headers['user-agent'] ?? ''}`)
    .digest('hex')
}

async function wasHere(db: Queryable, linkId: string, day: string, viewer: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from share_viewers where link_id = ${linkId} and day = ${day} and viewer = ${viewer}`.execute(
      db,
    )
  return rows.length > 0
}

async function viewersOn(db: Queryable, linkId: string, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from share_viewers where link_id = ${linkId} and day = ${day}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Whether staff have agreed to what a link shows: the video, and the music that somebody brought for the clip. Until
 * then its viewers are limited.
 */
export async function isAgreedTo(
  db: Queryable,
  video: Pick<VideoRow, 'status'>,
  clip: ClipRow | null,
): Promise<boolean> {
  return isReleased(video.status) && (clip === null || (await isMusicAllowed(db, clip)))
}

/** Whether this person would exceed today's limit. */
export async function isFull(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { linkId, approved }: { linkId: string; approved: boolean },
  asking: Asking,
): Promise<boolean> {
  if (approved) return false
  const day = dayOf(clock.now())
  if ((await viewersOn(db, linkId, day)) < unapprovedSharesPerDay) return false
  return !(await wasHere(db, linkId, day, await strangerOf(db, asking, day)))
}

/**
 * Counts a viewer of a link, once a day. Views through links don't earn.
 * @throws AppError not_found when it was switched off meanwhile; too_many_requests with the seconds until
 * tomorrow when staff have not agreed to the video or its music and today's limit of viewers is reached
 */
export async function admitViewer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkId: string,
  asking: Asking,
): Promise<void> {
  const now = clock.now()
  const day = dayOf(now)
  const viewer = await strangerOf(db, asking, day)
  if (await wasHere(db, linkId, day, viewer)) return
  await db.transaction().execute(async tx => {
    const link = await lockLink(tx, linkId)
    const video = link && (await unsafeFind(tx, link.video_id))
    if (!video || (link.ended_at && !link.page)) throw notFound('video')
    const clip = link.clip_id ? await unsafeFindClip(tx, link.clip_id) : null
    if (!(await isAgreedTo(tx, video, clip)) && (await viewersOn(tx, linkId, day)) >= unapprovedSharesPerDay)
      throw new AppError('too_many_requests', sentences.openedTooOften, {
        retryAfterSeconds: secondsLeftOf(now),
      })
    const { numAffectedRows } = await sql`insert into share_viewers (link_id, day, viewer)
      values (${linkId}, ${day}, ${viewer}) on conflict do nothing`.execute(tx)
    if (numAffectedRows) await sql`update share_links set views = views + 1 where id = ${linkId}`.execute(tx)
  })
}

/** Deletes the viewers of past days, and the salts without which their hashes are meaningless. */
export async function sweepViewers({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const today = dayOf(clock.now())
  await sql`delete from share_days where day < ${today}`.execute(db)
  await sql`delete from share_viewers where day < ${today}`.execute(db)
}

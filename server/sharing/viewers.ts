import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { unapprovedSharesPerDay, viewersPerNetwork } from '#contract/sharing/reasons.ts'
import { isReleased } from '#contract/video-statuses.ts'
import { sentences } from '#sentences/sharing.ts'
import { type ClipRow, unsafeFindClip } from '#server/clips/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { networkOf } from '#server/core/http/network.ts'
import type { Deps } from '#server/deps.ts'
import { isMusicAllowed } from '#server/music/index.ts'
import { unsafeFind, type VideoRow } from '#server/videos/index.ts'
import { dayOf, secondsLeftOf } from './rules.ts'
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

/** One-day pseudonyms of an anonymous viewer. Once the day's salt is deleted, they can't be traced back. */
interface Viewer {
  day: string
  /** a hash of the network */
  network: string
  /** a hash of the network and the browser */
  viewer: string
}

async function viewerOf(db: Queryable, { ip, headers }: Asking, day: string): Promise<Viewer> {
  const salt = await saltOf(db, day)
  const network = networkOf(ip)
  const hash = (text: string) => createHmac('sha256', salt).update(text).digest('hex')
  return { day, network: hash(network), viewer: hash(`${network}\n${headers['user-agent'] ?? ''}`) }
}

/** The viewer's network without its browser, of which one client can name any number. */
export const strangersNetwork = async (db: Queryable, asking: Asking, day: string): Promise<string> =>
  (await viewerOf(db, asking, day)).network

/** Whether this viewer was counted today, and how many of the network and altogether were. */
async function countedOn(db: Queryable, linkId: string, { day, network, viewer }: Viewer) {
  const { rows } = await sql<{ here: boolean; network: number; all: number }>`
    select coalesce(bool_or(viewer = ${viewer}), false) as here,
      count(*) filter (where network = ${network}) as network, count(*) as "all"
    from share_viewers where link_id = ${linkId} and day = ${day}`.execute(db)
  return rows[0] ?? { here: false, network: 0, all: 0 }
}

/** Whether a link that staff have not agreed to has no room left today: a full network shuts out only itself. */
const noRoom = (counted: { network: number; all: number }): boolean =>
  counted.network >= viewersPerNetwork || counted.all >= unapprovedSharesPerDay

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
  const counted = await countedOn(db, linkId, await viewerOf(db, asking, dayOf(clock.now())))
  return !counted.here && noRoom(counted)
}

/**
 * Counts a viewer of a link, once a day; of one network only the first few. Views through links don't earn.
 * @throws AppError not_found when it was switched off meanwhile; too_many_requests with the seconds until
 * tomorrow when staff have not agreed to the video or its music and today's limit of viewers, of the network
 * or altogether, is reached
 */
export async function admitViewer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkId: string,
  asking: Asking,
): Promise<void> {
  const now = clock.now()
  const who = await viewerOf(db, asking, dayOf(now))
  if ((await countedOn(db, linkId, who)).here) return
  await db.transaction().execute(async tx => {
    const link = await lockLink(tx, linkId)
    const video = link && (await unsafeFind(tx, link.video_id))
    if (!video || (link.ended_at && !link.page)) throw notFound('video')
    const clip = link.clip_id ? await unsafeFindClip(tx, link.clip_id) : null
    const counted = await countedOn(tx, linkId, who)
    if (!(await isAgreedTo(tx, video, clip)) && !counted.here && noRoom(counted))
      throw new AppError('too_many_requests', sentences.openedTooOften, {
        retryAfterSeconds: secondsLeftOf(now),
      })
    if (counted.here || counted.network >= viewersPerNetwork) return
    await sql`insert into share_viewers (link_id, day, network, viewer)
      values (${linkId}, ${who.day}, ${who.network}, ${who.viewer})`.execute(tx)
    await sql`update share_links set views = views + 1 where id = ${linkId}`.execute(tx)
  })
}

/** Deletes the viewers of past days, and the salts without which their hashes are meaningless. */
export async function sweepViewers({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const today = dayOf(clock.now())
  await sql`delete from share_days where day < ${today}`.execute(db)
  await sql`delete from share_viewers where day < ${today}`.execute(db)
}

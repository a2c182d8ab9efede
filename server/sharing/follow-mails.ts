import { sql } from 'kysely'
import { z } from 'zod'
import { api } from '#contract/paths.ts'
import { publicName } from '#server/accounts/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { enqueueFollowerMails, type MailToFollower, type ToldFollower } from '#server/mail/index.ts'
import { confirmUrl, unfollowUrl } from './follow.ts'
import { bestMomentIn, published } from './public-video.ts'
import { shownNameOf } from './rider-name.ts'

/** What comes out within this time of a ride is in the same mail. */
const gatherMs = 10 * 60_000
/** Followers get one mail a day about a rider. */
const pauseMs = 24 * 3600 * 1000
/** What was published before that is no news, for example when a page is turned on again. */
const newsMs = 7 * pauseMs
/** Most rides in a mail, the newest. */
const mostRides = 10
/** Mails queued in one transaction. */
const batch = 500

/** Takes followers to whom a rider's newest rides were not told. */
const takeDue = (tx: Queryable, now: Date) => {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return sql<{ id: string; videoIds: string[] }>`
    with due as (
      select f.id, (array_agg(v.id order by v.published_at desc, v.id))[:${mostRides}] as "videoIds"
      from videos v
      join users u on u.id = v.user_id and u.suspended_at is null and u.deleted_at is null
      join rider_pages p on p.user_id = v.user_id and p.shown
      join rider_follows f on f.rider_id = v.user_id
      where v.status = 'published' and v.stream_status = 'ready' and not v.held and v.hidden_at is null
        and v.published_at > ${before(newsMs)} and v.published_at <= ${before(gatherMs)}
        and f.confirmed_at is not null
        and v.published_at > coalesce(f.mailed_at, f.confirmed_at) - ${gatherMs} * interval '1 millisecond'
        and (f.mailed_at is null or f.mailed_at <= ${before(pauseMs)})
      group by f.id limit ${batch}
    ), taken as (
      update rider_follows set mailed_at = ${now} where id in (select id from due) returning id
    )
    select due.* from due join taken using (id)`.execute(tx)
}

/** Queues mails about rides that came out to those who follow their riders. @returns how many */
export async function mailFollowers({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  let mailed = 0
  while (true) {
    const queued = await db.transaction().execute(async tx => {
      const { rows } = await takeDue(tx, now)
      const mails = rows.map(({ id: followId, videoIds }) => ({
        followId,
        template: 'rides_published' as const,
        videoIds,
        eventKey: `rides_published:${followId}:${now.toISOString()}`,
      }))
      await enqueueFollowerMails(tx, mails, now)
      return mails.length
    })
    mailed += queued
    if (queued < batch) return mailed
  }
}

const queued = z.object({ videoIds: z.array(z.string()) })

/**
 * What a mail to a follower says when it is sent: rides that anyone may see at that moment, in the words that staff
 * approved. null once the page is off, the rides are gone, or the follower is.
 */
export async function toFollower(
  deps: Pick<Deps, 'db' | 'secrets' | 'publicUrl'>,
  { followId, template, data, createdAt, wording }: MailToFollower,
): Promise<ToldFollower | null> {
  const { db, publicUrl } = deps
  const follow = await db
    .selectFrom('rider_follows')
    .select(['rider_id', 'confirmed_at'])
    .where('id', '=', followId)
    .executeTakeFirst()
  const page = follow && (await shownNameOf(db, follow.rider_id))
  if (!page) return null
  if (template === 'follow_confirm')
    return { data: { page, link: confirmUrl(deps, followId, createdAt) }, unsubscribeUrl: null }
  if (!follow.confirmed_at) return null
  const rides: { videoId: string; title: string; moment: string | null }[] = []
  for (const videoId of queued.parse(data).videoIds) {
    const found = await published(db, videoId)
    if (!found) continue
    rides.push({ videoId, title: found.title, moment: await bestMomentIn(db, found.video, wording) })
  }
  if (rides.length === 0) return null
  return {
    data: {
      rider: (await publicName(db, follow.rider_id)) || page,
      page: publicUrl + api.riderPage(page),
      rides,
    },
    unsubscribeUrl: unfollowUrl(deps, followId),
  }
}

import { sql } from 'kysely'
import type { Platform } from '#contract/publishing/publications.ts'
import { channelOf, platformOf } from '#server/platforms/index.ts'
import { type ChannelRow, listChannels } from '../channels/store.ts'
import type { PublishingDeps } from '../deps.ts'
import type { PublicationRow } from '../store.ts'

const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** The strictest platform's terms: counts aren't kept for more than 30 days without asking again. */
const longestMs = 28 * dayMs
/** The part of a day's calls that is planned; the rest is for repeats, and for posts that went out since. */
const plannedPart = 0.9
/** Paces are whole steps of a share of the age. */
const steps = 1000
/** How many rows of posts are read to estimate how old they are. */
const estimatedFrom = 100_000

/** Milliseconds until a post of this age is counted again. @param pace its channel's `sample_pace` */
export function againMs(platform: Platform, ageMs: number, pace: number): number {
  const usual = platformOf(platform).sampleAgainMs(ageMs)
  return ageMs < weekMs ? usual : Math.max(usual, Math.min(longestMs, pace * ageMs))
}

/** When a post is counted again. */
export const sampledAgainAt = (row: PublicationRow, now: Date, pace: number): Date =>
  new Date(now.getTime() + againMs(row.platform, now.getTime() - (row.published_at ?? now).getTime(), pace))

/** Posts of about the same age. */
export interface Posts {
  platform: Platform
  ageMs: number
  posts: number
}

/** How often all of them together are counted in a day. */
export const countsPerDay = (all: readonly Posts[], pace: number): number =>
  all.reduce((sum, { platform, ageMs, posts }) => sum + (posts * dayMs) / againMs(platform, ageMs, pace), 0)

/** The smallest pace at which these posts fit into so many counts a day; 1 when none does. */
export function paceFor(all: readonly Posts[], perDay: number): number {
  let [tooSmall, fits] = [-1, steps]
  while (fits - tooSmall > 1) {
    const middle = Math.floor((tooSmall + fits) / 2)
    if (countsPerDay(all, middle / steps) <= perDay) fits = middle
    else tooSmall = middle
  }
  return fits / steps
}

/** Published posts of each channel by age, estimated where there are many. */
async function postsByAge({
  db,
  time,
}: Pick<PublishingDeps, 'db' | 'time'>): Promise<(Posts & { channelId: string })[]> {
  const now = await time(db)
  const { rows } = await sql<Posts & { channelId: string }>`
    with part as (select least(100, ${estimatedFrom} * 100.0 / greatest(reltuples, 1)) as percent
      from pg_class where oid = 'publications'::regclass),
    ages as (select channel_id, platform, extract(epoch from ${now} - published_at)::float8 * 1000 as age
      from publications tablesample system ((select percent from part))
      where state = 'published' and post_id is not null and channel_id is not null)
    select channel_id as "channelId", platform, greatest(0, avg(age)) as "ageMs",
      (count(*) * 100 / (select percent from part))::float8 as posts
    from ages group by 1, 2, width_bucket(age / ${dayMs}, array[1, 7, 14, 30, 60, 120, 240, 365, 730, 1095])`.execute(
    db,
  )
  return rows
}

/**
 * Sets how often older posts of each channel are counted, so that all fit into what their platform allows in a day. The
 * newest week goes as usual; the older a post, the longer it waits.
 */
export async function setPaces(
  deps: Pick<PublishingDeps, 'db' | 'time' | 'log' | 'networks'>,
): Promise<void> {
  const posts = await postsByAge(deps)
  const owner = ({ kind, id }: ChannelRow) => (channelOf(kind).shared.statsCalls ? kind : id)
  for (const channels of Map.groupBy(await listChannels(deps.db), owner).values()) {
    const [{ kind }] = channels as [ChannelRow, ...ChannelRow[]]
    const ids = channels.map(({ id }) => id)
    const theirs = posts.filter(({ channelId }) => ids.includes(channelId))
    const perDay = plannedPart * channelOf(kind).dailyStatsCalls * deps.networks[kind].publisher.statsBatch
    const pace = paceFor(theirs, perDay)
    if (countsPerDay(theirs, pace) > perDay)
      deps.log.warn({ kind }, "a platform's quota doesn't suffice to count every post within 28 days")
    await sql`update platform_channels set sample_pace = ${pace}::real
      where id = any(${ids}) and sample_pace <> ${pace}::real`.execute(deps.db)
  }
}

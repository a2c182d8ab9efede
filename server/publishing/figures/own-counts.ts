import type { Queryable } from '#server/core/db/database.ts'
import { daysAfter } from '#server/core/time-zone.ts'
import { type Account, type OwnCounter, type OwnFigures, PublishError } from '#server/platforms/index.ts'
import type { ChannelRow } from '../channels/store.ts'
import type { PublishingDeps } from '../deps.ts'
import type { PublicationRow } from '../store.ts'

/** A post by the platform's own counter; null: nothing new is known. */
interface OwnCount extends OwnFigures {
  own: OwnCounter
  /** the first day that is counted this way */
  from: string
  through: string
}

/**
 * From which day a post is counted this way: the day after the last one of which anything was counted by what
 * the platform shows, so that no view is counted twice.
 */
function firstDay(own: OwnCounter, row: PublicationRow): string {
  if (row.own_from) return row.own_from
  return row.sampled_at
    ? daysAfter(own.dayOf(row.sampled_at), 1)
    : own.dayOf(row.published_at ?? row.created_at)
}

/** Asks the platform's own counter for posts of a channel that granted it, once for each complete day. */
export async function askOwnCounts(
  deps: PublishingDeps,
  rows: readonly PublicationRow[],
  { channel, account, now }: { channel: ChannelRow; account: Account; now: Date },
): Promise<Map<string, OwnCount>> {
  const own = deps.networks[channel.kind].publisher.ownCounter
  const counts = new Map<string, OwnCount>()
  if (!own?.grantedBy(channel.scopes)) return counts
  const through = own.lastDay(now)
  const nothing: OwnFigures = { views: null, watchedSeconds: null }
  for (const row of rows) counts.set(row.id, { own, from: firstDay(own, row), through, ...nothing })
  const due = rows.filter(
    ({ id, own_through }) =>
      (counts.get(id) as OwnCount).from <= through && (!own_through || own_through < through),
  )
  for (const [from, group] of Map.groupBy(due, ({ id }) => (counts.get(id) as OwnCount).from)) {
    const ids = group.map(row => row.post_id as string)
    try {
      const found = await own.count(ids, { from, through }, account)
      for (const row of group) {
        const count = counts.get(row.id) as OwnCount
        counts.set(row.id, { ...count, ...found.get(row.post_id as string) })
      }
    } catch (error) {
      // The other counts are not its matter, and it is asked again with them.
      if (!(error instanceof PublishError)) throw error
      deps.log.warn({ code: error.code, channel: channel.id }, 'own counts could not be fetched')
    }
  }
  return counts
}

/**
 * Records a post's own count, and that it is counted this way from now on.
 * @param row as it is now, locked
 * @returns the views to pay, and the end of the day they were counted through; null when nothing is new
 */
export async function keepOwnCount(
  tx: Queryable,
  row: PublicationRow,
  { own, from, through, views, watchedSeconds }: OwnCount,
): Promise<{ views: number; at: Date; since: Date } | null> {
  // Counted since it was asked, so that another day comes first now.
  if (firstDay(own, row) !== from) return null
  const begun = row.counter === own.counter ? {} : { counter: own.counter, own_from: from, unpaid_views: 0 }
  // No more engaged viewers than views that were accepted; what is on hold waits for its decision.
  const credible = views !== null && views <= row.views
  const fewer = credible && row.own_views !== null && views < row.own_views
  const confirmed = !fewer || (row.own_fell !== null && row.own_fell < through)
  await tx
    .updateTable('publications')
    .set({
      ...begun,
      watched_seconds: watchedSeconds ?? row.watched_seconds,
      ...(credible && !confirmed && !row.own_fell ? { own_fell: through } : {}),
      ...(credible && confirmed ? { own_views: views, own_through: through, own_fell: null } : {}),
    })
    .where('id', '=', row.id)
    .execute()
  if (!credible || !confirmed) return null
  const since = Math.max((row.published_at ?? row.created_at).getTime(), own.startOf(from).getTime())
  return { views, at: own.startOf(daysAfter(through, 1)), since: new Date(since) }
}

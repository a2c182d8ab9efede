import { sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'
import { countWaiting } from '#server/core/db/waiting.ts'
import { pauseOf } from './attempts/limits.ts'
import { listChannels } from './channels/store.ts'
import { isOverdue, postsThat } from './figures/figures.ts'
import { needsReconnect } from './present.ts'
import { databaseClock } from './time.ts'

/** What staff have to look after in publishing: posts, channels, and counts on hold. */
export async function publishingWork(db: Queryable) {
  const now = await databaseClock(db)
  const [failedPosts, latePosts, { paused }, channels, heldCounts] = await Promise.all([
    postsThat(db, sql`p.state = 'failed'`),
    postsThat(db, isOverdue(now)),
    pauseOf(db),
    listChannels(db),
    countWaiting(db, sql`first_seen`, sql`held_counts where state = 'held'`),
  ])
  return {
    failedPosts,
    // While publishing is paused, nothing is late.
    latePosts: paused ? undefined : latePosts,
    // Since when a channel is broken isn't stored.
    channels: { count: channels.filter(row => needsReconnect(row, now)).length, oldest: null },
    heldCounts,
  }
}

import { sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'
import { pauseOf } from './attempts/limits.ts'
import { listChannels } from './channels/store.ts'
import { isOverdue, postsThat } from './figures/figures.ts'
import { needsReconnect } from './present.ts'
import { databaseClock } from './time.ts'

/** What staff have to look after in publishing: posts, channels, and counts on hold. */
export async function publishingWork(db: Queryable) {
  const now = await databaseClock(db)
  const [failedPosts, latePosts, { paused }, channels, held] = await Promise.all([
    postsThat(db, sql`p.state = 'failed'`),
    postsThat(db, isOverdue(now)),
    pauseOf(db),
    listChannels(db),
    sql<{ count: number; oldest: Date | null }>`
      select count(*)::int as count, min(first_seen) as oldest from held_counts where state = 'held'`.execute(
      db,
    ),
  ])
  return {
    failedPosts,
    // While publishing is paused, nothing is late.
    latePosts: paused ? undefined : latePosts,
    // Since when a channel is broken isn't stored.
    channels: { count: channels.filter(row => needsReconnect(row, now)).length, oldest: null },
    heldCounts: held.rows[0],
  }
}

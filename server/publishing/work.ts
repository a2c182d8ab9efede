import { sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'
import type { WaitingRows } from '#server/core/db/waiting.ts'
import { pauseOf } from './attempts/limits.ts'
import { listChannels } from './channels/store.ts'
import { isOverdue, postsThat } from './figures/figures.ts'
import { needsReconnect } from './present.ts'
import { databaseClock } from './time.ts'

/** What staff have to look after in publishing: how many channels, and which posts and counts. */
export async function publishingWork(db: Queryable) {
  const [now, { paused }, channels] = await Promise.all([databaseClock(db), pauseOf(db), listChannels(db)])
  const waiting = {
    failedPosts: postsThat(sql`p.state = 'failed'`),
    // While publishing is paused, nothing is late.
    ...(paused ? {} : { latePosts: postsThat(isOverdue(now)) }),
    heldCounts: { rows: sql`held_counts where state = 'held'`, since: sql`first_seen` },
  } satisfies Record<string, WaitingRows>
  return { channels: channels.filter(row => needsReconnect(row, now)).length, waiting }
}

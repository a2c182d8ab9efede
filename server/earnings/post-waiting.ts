import { sql } from 'kysely'
import type { Database, Tx } from '#server/core/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { lockCreators } from '#server/ledger/index.ts'
import { roomIn } from './budget.ts'
import { type CounterName, counterKey, findCounters } from './counters.ts'
import { postViews, type Ready } from './post-views.ts'
import { waitingOf } from './waiting.ts'

/** How many ranges of views a transaction posts. */
const perBatch = 200

interface Oldest {
  counter_id: number
  from_views: number
  user_id: string
  name: CounterName
}

/** The ranges that have a price and wait, first seen first. */
async function oldestWaiting(tx: Tx): Promise<Oldest[]> {
  const { rows } = await sql<
    Omit<Oldest, 'name'> & {
      video_id: string
      platform: string
      post_id: string
      counter: CounterName['counter']
    }
  >`
    select w.counter_id, w.from_views, c.user_id, c.video_id, c.platform, c.post_id, c.counter
    from waiting_views w join view_counters c on c.id = w.counter_id
    where w.viral_score is not null
    order by w.sampled_at, w.counter_id, w.from_views limit ${perBatch}`.execute(tx)
  return rows.map(({ video_id: videoId, platform, post_id: postId, counter, ...row }) => ({
    ...row,
    name: { videoId, platform, postId, counter },
  }))
}

/** Posts the oldest of what waits. @returns whether there may be more to post */
async function postOldest(tx: Tx, now: Date): Promise<boolean> {
  const found = await oldestWaiting(tx)
  if (found.length === 0) return false
  await lockCreators(
    tx,
    found.map(f => f.user_id),
  )
  const room = await roomIn(tx, now)
  if (room && room.left <= 0n) return false
  // Counts that came before the locks may have changed what waits.
  const counters = await findCounters(
    tx,
    found.map(f => f.name),
  )
  const byId = new Map([...counters.values()].map(c => [c.id, c]))
  const still = new Map(
    (await waitingOf(tx, [...byId.keys()])).map(w => [`${w.counterId} ${w.from}`, w] as const),
  )
  const ready: Ready[] = found.flatMap(f => {
    const segment = still.get(`${f.counter_id} ${f.from_views}`)
    const counter = counters.get(counterKey(f.name))
    return segment && segment.viralScore !== null && counter ? [{ counter, segment }] : []
  })
  const posted = await postViews(tx, now, {
    counters: [...byId.values()],
    ...{ back: new Map(), ready, unpriced: [] },
    before: ready.map(r => r.segment),
    room: room && { ...room, queued: false },
  })
  return posted > 0 && found.length === perBatch
}

/**
 * Posts the views that wait for the budget, oldest first, as far as it has room: in a new month, under a higher
 * budget, or without one. Also those of posts that are no longer counted.
 */
export async function postWaiting({ db, clock }: { db: Database } & Pick<Deps, 'clock'>): Promise<void> {
  while (await db.transaction().execute(tx => postOldest(tx, clock.now())));
}

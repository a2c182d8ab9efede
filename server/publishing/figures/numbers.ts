import { sql } from 'kysely'
import { type ChannelKind, platforms } from '#contract/publishing/publications.ts'
import type { Tx } from '#server/core/db/database.ts'
import { channelOf, type PostStats, PublishError } from '#server/platforms/index.ts'
import { takeUnits } from '../channels/quota.ts'
import { findChannel } from '../channels/store.ts'
import { accountOf, canFollow } from '../channels/tokens.ts'
import type { PublishingDeps } from '../deps.ts'
import { findForUpdate, type PublicationRow } from '../store.ts'
import { noteGone, reasonGone } from './gone.ts'
import { judgeCounts } from './held.ts'
import { askAgain, feedLedger, keepFigures, type PaidCount } from './keep-figures.ts'
import { askOwnCounts, keepOwnCount } from './own-counts.ts'
import { countUnpaid, noteShown } from './unshown.ts'

const snapshotDays = 30
const atOnce = 500

/** Claims the posts whose figures are due, so that no two workers fetch the same. */
async function claimSamples(deps: PublishingDeps, now: Date): Promise<PublicationRow[]> {
  const { rows } = await sql<PublicationRow>`
    update publications set next_sample_at = ${new Date(now.getTime() + 10 * 60_000)}
    where id in (
      select id from publications where state = 'published' and post_id is not null and next_sample_at <= ${now}
        and platform = any(${[...platforms]})
      order by next_sample_at limit ${atOnce} for update skip locked)
    returning *`.execute(deps.db)
  return rows
}

/** @returns the accepted views, which the ledger gets; null when none are new */
async function keepIfPlausible(
  tx: Tx,
  row: PublicationRow,
  stats: PostStats,
  at: { now: Date; pace: number },
): Promise<number | null> {
  const { views } = stats
  const counted = views === null ? null : await judgeCounts(tx, row, { ...stats, views }, at.now)
  if (counted) await keepFigures(tx, row, counted, at)
  else if (views === null) await keepFigures(tx, row, stats, at)
  else await askAgain(tx, row, at)
  return counted?.views ?? null
}

async function sampleBatch(deps: PublishingDeps, batch: PublicationRow[], kind: ChannelKind): Promise<void> {
  const channel = batch[0]?.channel_id ? await findChannel(deps.db, batch[0].channel_id) : null
  if (!canFollow(channel)) return
  const before = await deps.time(deps.db)
  const calls = { budget: 'counters', units: 1, most: channelOf(kind).dailyStatsCalls } as const
  if (!(await takeUnits(deps, channel, calls))) return
  const ids = batch.map(r => r.post_id as string)
  const account = accountOf(deps, channel, 'follow')
  const found = await deps.networks[kind].publisher.stats(ids, account)
  const isFound = (row: PublicationRow) => found.some(s => s.postId === row.post_id)
  const missing = batch.filter(row => !isFound(row))
  const own = await askOwnCounts(deps, batch.filter(isFound), { channel, account, now: before })
  const why = await reasonGone(deps, missing, account)
  await deps.db.transaction().execute(async tx => {
    const now = await deps.time(tx)
    const at = { now, pace: channel.sample_pace }
    const counted: PublicationRow[] = []
    const paid: PaidCount[] = []
    for (const { id } of batch.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const row = await findForUpdate(tx, id)
      // Counted since this request, or decided by staff: the answer is outdated.
      if (!row || (row.sampled_at && row.sampled_at >= before)) continue
      const stats = found.find(s => s.postId === row.post_id)
      if (stats) {
        const accepted = await keepIfPlausible(tx, row, stats, at)
        // What isn't known now stays as it was, but a post that has a count is there.
        const standing = row.unshown === 'gone' ? null : row.unshown
        const unshown = stats.unshown === undefined ? standing : stats.unshown
        await noteShown(tx, row, unshown, { now })
        // Views until now came while it wasn't shown, and those of the moment when it stopped are cut off there.
        const hidden = row.unshown !== null || unshown !== null
        const asked = own.get(id)
        const count = asked && (await keepOwnCount(tx, { ...row, views: accepted ?? row.views }, asked))
        if (hidden && row.counter === 'public_views')
          await countUnpaid(tx, id, (accepted ?? row.views) - row.views)
        else if (hidden && count) await countUnpaid(tx, id, count.views - (row.own_views ?? 0))
        if (count) paid.push({ ...count, row })
        else if (accepted !== null) counted.push(row)
      } else {
        await noteGone(tx, row, why.get(row.id), at)
        await noteShown(tx, row, 'gone', { now, known: true })
      }
    }
    await feedLedger(tx, counted, now, paid)
  })
}

/** Extra calls per run for finding out which post in a batch causes the trouble. */
const splitsPerBatch = 16

/**
 * Counts a batch. When something unforeseen fails, the batch is split until the cause is alone, so that one
 * post, or a platform's answer about it, never delays the others. Uncounted posts are tried again in a few
 * minutes.
 */
async function sampleApart(
  deps: PublishingDeps,
  batch: PublicationRow[],
  kind: ChannelKind,
  left: { splits: number },
): Promise<void> {
  try {
    await sampleBatch(deps, batch, kind)
  } catch (error) {
    if (error instanceof PublishError) {
      deps.log.warn({ code: error.code, kind }, 'figures could not be fetched')
      return
    }
    deps.log.error({ err: error, kind, publications: batch.map(r => r.id) }, 'figures could not be counted')
    if (batch.length === 1 || left.splits <= 0) return
    left.splits--
    const half = Math.ceil(batch.length / 2)
    await sampleApart(deps, batch.slice(0, half), kind, left)
    await sampleApart(deps, batch.slice(half), kind, left)
  }
}

/**
 * Fetches the figures that are due, in as few calls as the platforms allow, and posts the growth to the
 * ledger.
 * @returns how many posts were due
 */
export async function sampleNumbers(deps: PublishingDeps): Promise<number> {
  const due = await claimSamples(deps, await deps.time(deps.db))
  const groups = Map.groupBy(due, r => `${r.kind} ${r.channel_id}`)
  for (const rows of groups.values()) {
    const kind = (rows[0] as PublicationRow).kind
    const size = deps.networks[kind].publisher.statsBatch
    for (let i = 0; i < rows.length; i += size)
      await sampleApart(deps, rows.slice(i, i + size), kind, { splits: splitsPerBatch })
  }
  return due.length
}

/** Deletes raw snapshots after 30 days (the strictest platform's terms); the days made from them stay. */
export async function purgeSnapshots(deps: Pick<PublishingDeps, 'db' | 'time'>): Promise<number> {
  const now = await deps.time(deps.db)
  const result = await deps.db
    .deleteFrom('publication_snapshots')
    .where('fetched_at', '<', new Date(now.getTime() - snapshotDays * 86_400_000))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

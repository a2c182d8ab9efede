import { sql } from 'kysely'
import { videoPage } from '#contract/paths.ts'
import { type ChannelKind, platformNames, platforms } from '#contract/publishing/publications.ts'
import type { Tx } from '#server/core/db/database.ts'
import { textColumn } from '#server/core/db/json.ts'
import type { Text } from '#server/core/sentences.ts'
import { notify } from '#server/notifications/index.ts'
import { type Account, channelOf, type PostStats, PublishError, platformOf } from '#server/platforms/index.ts'
import { notifyStaff } from '../attempts/watch.ts'
import { takeUnits } from '../channels/quota.ts'
import { findChannel } from '../channels/store.ts'
import { accountOf, canFollow } from '../channels/tokens.ts'
import type { PublishingDeps } from '../deps.ts'
import { history } from '../sentences/history.ts'
import { notices } from '../sentences/notices.ts'
import { addEvent, findForUpdate, type PublicationRow } from '../store.ts'
import { judgeCounts } from './held.ts'
import { askAgain, feedLedger, keepFigures, type PaidCount } from './keep-figures.ts'
import { askOwnCounts, keepOwnCount } from './own-counts.ts'

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
  now: Date,
): Promise<number | null> {
  const { views } = stats
  const counted = views === null ? null : await judgeCounts(tx, row, { ...stats, views }, now)
  if (counted) await keepFigures(tx, row, counted, now)
  else if (views === null) await keepFigures(tx, row, stats, now)
  else await askAgain(tx, row, now)
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
    const counted: PublicationRow[] = []
    const paid: PaidCount[] = []
    for (const { id } of batch.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const row = await findForUpdate(tx, id)
      // Counted since this request, or decided by staff: the answer is outdated.
      if (!row || (row.sampled_at && row.sampled_at >= before)) continue
      const stats = found.find(s => s.postId === row.post_id)
      if (stats) {
        const accepted = await keepIfPlausible(tx, row, stats, now)
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
        await noteGone(tx, row, why.get(row.id), now)
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

const goneThere = history.goneThere

/** Asks why posts are no longer shown. @returns a sentence for each newly found one, by publication */
async function reasonGone(
  deps: PublishingDeps,
  rows: readonly PublicationRow[],
  account: Account,
): Promise<Map<string, Text>> {
  const why = new Map<string, Text>()
  for (const { id, note, remote_id, kind, metadata } of rows) {
    if (note !== null) continue
    why.set(id, goneThere)
    if (remote_id === null) continue
    try {
      const asked = { metadata, publishAt: null, session: null, processingSeconds: 0 }
      await deps.networks[kind].publisher.check(remote_id, asked, account)
    } catch (error) {
      // An unreadable answer doesn't give the reason; the post is gone either way.
      if (!(error instanceof PublishError))
        deps.log.error({ err: error, publication: id }, 'why a post is gone could not be asked')
      else if (error.kind === 'reject') why.set(id, error.sentence)
    }
  }
  return why
}

/** Records that a post is no longer shown, and tells staff. @param why undefined when staff already know */
async function noteGone(tx: Tx, row: PublicationRow, why: Text | undefined, now: Date): Promise<void> {
  const sentence = row.note === null ? why : undefined
  const age = now.getTime() - (row.published_at ?? now).getTime()
  const again = new Date(now.getTime() + platformOf(row.platform).sampleAgainMs(age))
  await tx
    .updateTable('publications')
    .set({ next_sample_at: again, ...(sentence === undefined ? {} : { note: textColumn(sentence) }) })
    .where('id', '=', row.id)
    .execute()
  if (sentence === undefined) return
  await addEvent(tx, row.id, now, { kind: 'gone', sentence })
  await notifyStaff(tx, {
    videoId: row.video_id,
    title: notices.goneTitle({
      title: row.metadata.title,
      platform: platformNames[row.platform],
    }),
    message: sentence,
    eventKey: `publication_gone:${row.id}`,
  })
}

/** Why not everyone can see a post; null: everyone can. */
type Unshown = PublicationRow['unshown']

const unshownReasons = {
  private: notices.unshownPrivate,
  blocked: notices.unshownBlocked,
  gone: notices.unshownGone,
}

/**
 * Records whether a post is shown, as seen with its counts, and tells its rider and staff when that changes. While
 * it isn't, it earns nothing.
 * @param row locked by the caller
 * @param known whether staff already know of it in another way
 */
async function noteShown(
  tx: Tx,
  row: PublicationRow,
  unshown: Unshown,
  { now, known = false }: { now: Date; known?: boolean },
): Promise<void> {
  // What staff published as private was never public.
  const state = unshown === 'private' && row.metadata.privacy === 'private' ? null : unshown
  if (state === row.unshown) return
  await tx
    .updateTable('publications')
    .set({ unshown: state, unshown_since: state && now })
    .where('id', '=', row.id)
    .execute()
  const about = { title: row.metadata.title, platform: platformNames[row.platform] }
  const title = state ? notices.unshownTitle(about) : notices.shownTitle(about)
  const message = state ? unshownReasons[state] : notices.shownMessage
  const told = {
    videoId: row.video_id,
    title,
    message,
    eventKey: `publication_shown:${row.id}:${state}:${now.getTime()}`,
  }
  await addEvent(tx, row.id, now, { kind: state ? 'unshown' : 'shown', sentence: message })
  // Staff who hid it themselves know.
  if (!known && row.hidden_at === null) await notifyStaff(tx, told)
  await notify(tx, {
    ...told,
    userId: row.user_id,
    type: 'video_taken_down',
    link: row.video_id && videoPage(row.video_id),
  })
}

/** Adds views that came while a post wasn't shown to those that are never paid. */
async function countUnpaid(tx: Tx, id: string, views: number): Promise<void> {
  if (views <= 0) return
  await tx
    .updateTable('publications')
    .set(eb => ({ unpaid_views: eb('unpaid_views', '+', views) }))
    .where('id', '=', id)
    .execute()
}

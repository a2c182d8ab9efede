import type { Selectable } from 'kysely'
import { type HeldReason, platformNames } from '#contract/publishing/publications.ts'
import { sentences as held } from '#sentences/held.ts'
import { sentences as history } from '#sentences/history.ts'
import { sentences as notices } from '#sentences/publishing.ts'
import type { Tx } from '#server/core/db/database.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { notifyStaff } from '#server/notifications/index.ts'
import { platformOf } from '#server/platforms/index.ts'
import type { HeldCounts } from '../../../db/schema.generated.ts'
import { addEvent, type PublicationRow } from '../store.ts'
import { type Counts, confirmsDrop, implausibility } from './plausible.ts'

export type HeldRow = Selectable<HeldCounts>

const number = (value: number) => value.toLocaleString('en-US')
/** The count that is too high for the views: the highest of the three. */
function oddOf({ likes, comments, shares }: Counts): Sentence {
  const count = Math.max(likes ?? 0, comments ?? 0, shares ?? 0)
  if (likes === count) return held.likes({ count })
  return comments === count ? held.comments({ count }) : held.shares({ count })
}

/** Where it is posted and its accepted views. */
type Standing = Pick<PublicationRow, 'platform' | 'views'>

/** Why counts are on hold, for staff. */
export function heldSentence(reason: HeldReason, reported: Counts, row: Standing): Sentence {
  const platform = platformNames[row.platform]
  const { views } = reported
  if (reason === 'ratio') return held.ratio({ platform, views, odd: oddOf(reported) })
  return held[reason]({ platform, views, accepted: row.views })
}

/** Held counts that the accepted ones have not overtaken, oldest first, locked. */
async function standing(tx: Tx, row: PublicationRow): Promise<HeldRow[]> {
  let query = tx.selectFrom('held_counts').selectAll().where('publication_id', '=', row.id)
  if (row.sampled_at)
    query = query.where(eb =>
      eb.or([eb('state', '=', 'held'), eb('first_seen', '>', row.sampled_at as Date)]),
    )
  return query.orderBy('first_seen').forUpdate().execute()
}

/** Ends a held count. @param by null: automatically */
export async function endHeld(
  tx: Tx,
  held: Pick<HeldRow, 'id'>,
  state: 'accepted' | 'dismissed' | 'passed',
  by: { id: string | null; at: Date },
): Promise<void> {
  await tx
    .updateTable('held_counts')
    .set({ state, decided_by: by.id, decided_at: by.at })
    .where('id', '=', held.id)
    .execute()
}

/** Notes what was seen and when: once accepted, its views have the plan of that time. */
async function noteSighting(tx: Tx, row: PublicationRow, reason: HeldReason, views: number, now: Date) {
  // A drop shows no new views.
  if (reason === 'drop') return
  const newest = await tx
    .selectFrom('held_sightings')
    .select('views')
    .where('publication_id', '=', row.id)
    .orderBy('seen_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest?.views === views) return
  await tx.insertInto('held_sightings').values({ publication_id: row.id, seen_at: now, views }).execute()
}

/** The same count, reported again. */
async function seenAgain(tx: Tx, held: HeldRow, reported: Counts, now: Date): Promise<void> {
  await tx
    .updateTable('held_counts')
    .set({
      ...reportedColumns(reported),
      most_views: Math.max(held.most_views, reported.views),
      last_seen: now,
      times_seen: held.times_seen + 1,
    })
    .where('id', '=', held.id)
    .execute()
}

const reportedColumns = ({ views, likes, comments, shares }: Counts) => ({
  reported_views: views,
  reported_likes: likes,
  reported_comments: comments,
  reported_shares: shares,
})

async function hold(tx: Tx, row: PublicationRow, reason: HeldReason, reported: Counts, now: Date) {
  const { id } = await tx
    .insertInto('held_counts')
    .values({
      publication_id: row.id,
      reason,
      accepted_views: row.views,
      accepted_likes: row.likes,
      accepted_comments: row.comments,
      accepted_shares: row.shares,
      accepted_at: row.sampled_at,
      ...reportedColumns(reported),
      most_views: reported.views,
      first_seen: now,
      last_seen: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sentence = heldSentence(reason, reported, row)
  await addEvent(tx, row.id, now, { kind: 'counts_held', sentence, facts: { reason, ...reported } })
  await notifyStaff(tx, {
    videoId: row.video_id,
    title: notices.heldTitle({ title: row.metadata.title }),
    message: sentence,
    link: '/publishing?tab=analytics',
    eventKey: `counts_held:${id}`,
  })
}

/**
 * Compares a platform's report about a post with the accepted counts. A plausible report ends a hold; an
 * implausible one is held once until staff decide, a drop until it is confirmed.
 * @param row locked by the caller
 * @returns the counts to store and pay; null while they are held
 */
export async function judgeCounts<C extends Counts>(
  tx: Tx,
  row: PublicationRow,
  reported: C,
  now: Date,
): Promise<C | null> {
  const before = await standing(tx, row)
  const open = before.find(held => held.state === 'held')
  // Time that passes while a count is in doubt doesn't make it plausible.
  const doubted = before.find(held => held.reason !== 'drop')
  const { views, likes, comments, shares } = reported
  const counts: Counts = { views, likes, comments, shares }
  const reason = implausibility(
    {
      accepted: row,
      acceptedAt: row.sampled_at,
      publishedAt: row.published_at ?? row.created_at,
      reported: counts,
      until: doubted?.first_seen ?? now,
    },
    platformOf(row.platform).plausible,
  )
  const same = [open, before.findLast(held => held.state === 'dismissed')].find(
    held => held && held.reason === reason,
  )
  if (open && open !== same) {
    await endHeld(tx, open, 'passed', { id: null, at: now })
    if (!reason)
      await addEvent(tx, row.id, now, {
        kind: 'counts_passed',
        sentence: history.plausibleAgain({ views: number(views) }),
        facts: { ...counts },
      })
  }
  if (reason) await noteSighting(tx, row, reason, views, now)
  if (reason && same) {
    await seenAgain(tx, same, counts, now)
    if (same.state !== 'held' || !confirmsDrop(reason, same.first_seen, now)) return null
    const confirmed = Math.max(same.most_views, views)
    await endHeld(tx, same, 'accepted', { id: null, at: now })
    await addEvent(tx, row.id, now, {
      kind: 'counts_accepted',
      sentence: history.correctionConfirmed({ views: number(confirmed) }),
      facts: { ...counts, views: confirmed },
    })
    return { ...reported, views: confirmed }
  }
  if (!reason) return reported
  await hold(tx, row, reason, counts, now)
  return null
}

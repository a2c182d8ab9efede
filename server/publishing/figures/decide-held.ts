import type { z } from 'zod'
import type { decideHeldBody } from '#contract/publishing/held-counts.ts'
import { sentences as history } from '#sentences/history.ts'
import { sentences } from '#sentences/publishing.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { findChannel } from '../channels/store.ts'
import type { PublishingDeps } from '../deps.ts'
import { addEvent, findForUpdate } from '../store.ts'
import { endHeld, type HeldRow } from './held.ts'
import { feedLedger, keepFigures } from './keep-figures.ts'

const conflict = (sentence: Sentence) => new AppError('conflict', sentence)

/** Why this decision isn't possible; null when it is. */
function refusalOf(
  held: HeldRow,
  sampledAt: Date | null,
  { decision, views }: z.output<typeof decideHeldBody>,
): Sentence | null {
  const again = held.state === 'dismissed' && decision === 'accept'
  if (held.state !== 'held' && !again) return sentences.countsDecided({ state: held.state })
  if (again && sampledAt && sampledAt >= held.first_seen) return sentences.newerCounts
  if (held.reported_views !== views) return sentences.countsMoved({ views: held.reported_views })
  return null
}

/**
 * Accepts held counts, so that they are shown and paid, or dismisses them, so that the accepted ones stay.
 * @throws AppError not_found, conflict
 */
export async function decideHeld(
  { db, time }: Pick<PublishingDeps, 'db' | 'time'>,
  { id, by, ...request }: { id: string; by: Auditor } & z.output<typeof decideHeldBody>,
): Promise<void> {
  const known = await db
    .selectFrom('held_counts')
    .select('publication_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw notFound('heldCount')
  await db.transaction().execute(async tx => {
    // Lock the publication first, as every sampling worker does.
    const row = await findForUpdate(tx, known.publication_id)
    const held = await tx
      .selectFrom('held_counts')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row || !held) throw notFound('heldCount')
    const refusal = refusalOf(held, row.sampled_at, request)
    if (refusal) throw conflict(refusal)
    const now = await time(tx)
    const accepted = request.decision === 'accept'
    const state = accepted ? 'accepted' : 'dismissed'
    const views = held.reported_views.toLocaleString('en-US')
    const counts = {
      views: held.reported_views,
      likes: held.reported_likes,
      comments: held.reported_comments,
      shares: held.reported_shares,
    }
    await endHeld(tx, held, state, { id: by.actorId, at: now })
    await addEvent(tx, row.id, now, {
      kind: `counts_${state}`,
      sentence: (accepted ? history.countAccepted : history.countDismissed)({
        views,
        reason: request.reason,
      }),
      facts: { reason: held.reason, ...counts },
      actorId: by.actorId,
    })
    await record(tx, {
      ...by,
      action: `publication.counts_${request.decision}`,
      objectType: 'publication',
      objectId: row.id,
      before: { state: held.state, views: row.views, reason: held.reason },
      after: { state, views: accepted ? counts.views : row.views, reason: request.reason },
    })
    if (!accepted) return
    const channel = row.channel_id ? await findChannel(tx, row.channel_id) : null
    await keepFigures(
      tx,
      row,
      { postId: row.post_id ?? '', ...counts },
      { now, pace: channel?.sample_pace ?? 0 },
    )
    await feedLedger(tx, [row], now)
  })
}

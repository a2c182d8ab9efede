import type { z } from 'zod'
import type { HeldCount, heldCountsQuery } from '#contract/publishing/held-counts.ts'
import { type HeldReason, platforms } from '#contract/publishing/publications.ts'
import type { Language } from '#contract/reading/languages.ts'
import { displayNames } from '#server/accounts/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { heldSentence } from './held.ts'

/** Held counts with their evidence for staff, newest first, in the reader's language. */
export async function listHeld(
  db: Queryable,
  { state, limit }: z.output<typeof heldCountsQuery>,
  language: Language,
): Promise<HeldCount[]> {
  const rows = await db
    .selectFrom('held_counts as h')
    .innerJoin('publications as p', 'p.id', 'h.publication_id')
    .leftJoin('videos as v', 'v.id', 'p.video_id')
    .selectAll('h')
    .select(['p.video_id', 'p.platform', 'p.user_id', 'p.url', 'p.metadata', 'p.published_at', 'v.title'])
    .where('h.state', '=', state)
    .where('p.platform', 'in', [...platforms])
    .orderBy('h.last_seen', 'desc')
    .orderBy('h.id')
    .limit(limit)
    .execute()
  const people = rows.flatMap(row => [row.user_id, row.decided_by].filter(id => id !== null))
  const names = await displayNames(db, [...new Set(people)])
  return rows.map(row => {
    const reported = {
      views: row.reported_views,
      likes: row.reported_likes,
      comments: row.reported_comments,
      shares: row.reported_shares,
    }
    return {
      id: row.id,
      publicationId: row.publication_id,
      videoId: row.video_id,
      title: row.title ?? row.metadata.title,
      platform: row.platform,
      owner: { id: row.user_id, name: names.get(row.user_id) ?? '' },
      url: row.url,
      reason: row.reason,
      sentence: heldSentence(row.reason, reported, {
        platform: row.platform,
        views: row.accepted_views,
      }).in(language),
      state: row.state,
      publishedAt: row.published_at?.toISOString() ?? null,
      accepted: {
        views: row.accepted_views,
        likes: row.accepted_likes,
        comments: row.accepted_comments,
        shares: row.accepted_shares,
      },
      acceptedAt: row.accepted_at?.toISOString() ?? null,
      reported,
      firstSeen: row.first_seen.toISOString(),
      lastSeen: row.last_seen.toISOString(),
      timesSeen: row.times_seen,
      decidedBy: row.decided_by && (names.get(row.decided_by) ?? null),
      decidedAt: row.decided_at?.toISOString() ?? null,
    }
  })
}

/** How many are waiting, by reason. */
export async function countHeld(db: Queryable): Promise<Map<HeldReason, number>> {
  const rows = await db
    .selectFrom('held_counts')
    .select(['reason', eb => eb.fn.countAll<number>().as('n')])
    .where('state', '=', 'held')
    .groupBy('reason')
    .execute()
  return new Map(rows.map(r => [r.reason, Number(r.n)]))
}

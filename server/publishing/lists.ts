import { sql } from 'kysely'
import type { z } from 'zod'
import {
  type ChannelKind,
  platforms,
  type publicationsQuery,
  unfinishedStates,
} from '#contract/publishing/publications.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { literals } from '#server/core/db/literals.ts'
import { isOverdue } from './figures/figures.ts'
import type { ShownRow } from './present.ts'
import type { PublicationRow } from './store.ts'
import type { SharedClock } from './time.ts'

/**
 * Publications with the related names; a later release's platforms are left out because this one has no texts
 * for them.
 */
const shown = (db: Queryable) =>
  db
    .selectFrom('publications as p')
    .leftJoin('videos as v', 'v.id', 'p.video_id')
    .leftJoin('platform_channels as c', 'c.id', 'p.channel_id')
    .selectAll('p')
    .select([
      'v.title as video_title',
      'c.name as channel_name',
      'c.status as channel_status',
      'c.problem as channel_problem',
    ])
    .where('p.platform', 'in', [...platforms])

/** Newest first. */
export async function listPublications(
  db: Queryable,
  { id, state, overdue, platform, videoId, limit }: z.output<typeof publicationsQuery>,
  time: SharedClock,
): Promise<ShownRow[]> {
  let query = shown(db)
  if (id) query = query.where('p.id', '=', id)
  if (overdue) query = query.where(isOverdue(await time(db)))
  if (state) query = query.where('p.state', '=', state)
  if (platform) query = query.where('p.platform', '=', platform)
  if (videoId) query = query.where('p.video_id', '=', videoId)
  return query.orderBy('p.created_at', 'desc').limit(limit).execute()
}

export async function showPublication(db: Queryable, id: string): Promise<ShownRow | null> {
  const row = await shown(db).where('p.id', '=', id).executeTakeFirst()
  return row ?? null
}
export async function showPublications(db: Queryable, ids: readonly string[]): Promise<ShownRow[]> {
  if (ids.length === 0) return []
  return shown(db)
    .where('p.id', 'in', [...ids])
    .orderBy('p.platform')
    .execute()
}

/** What is scheduled between two times, or everything upcoming, soonest first. */
export async function plannedBetween(
  db: Queryable,
  given: { from: Date | null; to: Date | null; limit: number },
): Promise<ShownRow[]> {
  let query = shown(db).where('p.state', '<>', 'cancelled')
  if (given.from) query = query.where('p.scheduled_for', '>=', given.from)
  // As constants: the few unfinished ones have an index of their own.
  else query = query.where(sql<boolean>`p.state in (${literals(unfinishedStates)})`)
  if (given.to) query = query.where('p.scheduled_for', '<', given.to)
  return query.orderBy('p.scheduled_for').limit(given.limit).execute()
}

/** What is published on a kind of channel, newest figures first. */
export async function measured(db: Queryable, kind: ChannelKind, limit: number): Promise<ShownRow[]> {
  return shown(db)
    .where('p.kind', '=', kind)
    .where('p.state', '=', 'published')
    .where('p.sampled_at', 'is not', null)
    .orderBy('p.sampled_at', 'desc')
    .orderBy('p.published_at', 'desc')
    .limit(limit)
    .execute()
}

/** Every publication of one video. */
export async function publicationsOfVideo(db: Queryable, videoId: string): Promise<PublicationRow[]> {
  return db
    .selectFrom('publications')
    .selectAll()
    .where('video_id', '=', videoId)
    .orderBy('created_at')
    .execute()
}

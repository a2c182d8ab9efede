import type { Selectable } from 'kysely'
import { plannedStates } from '#contract/publishing/constants.ts'
import { type ChannelKind, channelKinds } from '#contract/publishing/publications.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { json, textColumn } from '#server/core/db/json.ts'
import { fromStored, type Text } from '#server/core/sentences.ts'
import type { PlatformChannels } from '../../../db/schema.generated.ts'

export type ChannelRow = Selectable<PlatformChannels>

/**
 * Every channel ever connected, defaults first, then by connection time; those of a later release's platforms
 * are left out.
 */
export async function listChannels(db: Queryable): Promise<ChannelRow[]> {
  return db
    .selectFrom('platform_channels')
    .selectAll()
    .where('kind', 'in', [...channelKinds])
    .orderBy('is_default', 'desc')
    .orderBy('connected_at')
    .orderBy('id')
    .execute()
}

export async function findChannel(db: Queryable, id: string): Promise<ChannelRow | null> {
  const row = await db.selectFrom('platform_channels').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** A channel's name for a publication's history; null if its platform never had another channel. */
export async function nameAmongSeveral(
  db: Queryable,
  { id, kind, name }: Pick<ChannelRow, 'id' | 'kind' | 'name'>,
): Promise<string | null> {
  const other = await db
    .selectFrom('platform_channels')
    .select('id')
    .where('kind', '=', kind)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  return other ? name : null
}

/** Locked, so that one worker at a time refreshes tokens. */
export async function findChannelForUpdate(tx: Queryable, id: string): Promise<ChannelRow | null> {
  const row = await tx
    .selectFrom('platform_channels')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The channel used when none is named; null when no channel of the kind is connected. */
export async function defaultChannel(db: Queryable, kind: ChannelKind): Promise<ChannelRow | null> {
  const row = await db
    .selectFrom('platform_channels')
    .selectAll()
    .where('kind', '=', kind)
    .where('is_default', '=', true)
    .executeTakeFirst()
  return row ?? null
}

/** How many publications haven't started, by channel. */
export async function countWaiting(db: Queryable): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('publications')
    .select(['channel_id', eb => eb.fn.countAll<number>().as('n')])
    .where('state', 'in', plannedStates)
    .where('opening_at', 'is', null)
    .where('channel_id', 'is not', null)
    .groupBy('channel_id')
    .execute()
  return new Map(rows.map(row => [row.channel_id as string, Number(row.n)]))
}

export async function updateChannel(
  tx: Queryable,
  id: string,
  {
    settings,
    problem,
    ...change
  }: Partial<Omit<ChannelRow, 'id' | 'kind' | 'problem'>> & { problem?: Text | null },
): Promise<void> {
  await tx
    .updateTable('platform_channels')
    .set({
      ...change,
      ...(settings ? { settings: json(settings) } : {}),
      problem: textColumn(problem),
    })
    .where('id', '=', id)
    .execute()
}

/** Why its permission ended, as a sentence; null while it hasn't. */
export const problemOf = (row: Pick<ChannelRow, 'problem'>): Text | null =>
  row.problem && fromStored(row.problem)

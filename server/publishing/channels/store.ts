import type { Selectable } from 'kysely'
import { type ChannelKind, channelKinds } from '#contract/publishing/publications.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { json } from '#server/platform/db/json.ts'
import type { PlatformChannels } from '../../../db/schema.generated.ts'

export type ChannelRow = Selectable<PlatformChannels>

/** Every channel that was ever connected, oldest first; those of a later release's platforms left out. */
export async function listChannels(db: Queryable): Promise<ChannelRow[]> {
  return db
    .selectFrom('platform_channels')
    .selectAll()
    .where('kind', 'in', [...channelKinds])
    .orderBy('connected_at')
    .execute()
}

export async function findChannel(db: Queryable, id: string): Promise<ChannelRow | null> {
  const row = await db.selectFrom('platform_channels').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Locked: tokens are refreshed by one worker at a time. */
export async function findChannelForUpdate(tx: Queryable, id: string): Promise<ChannelRow | null> {
  const row = await tx
    .selectFrom('platform_channels')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The account that something goes to unless another is named: the one connected first that works, else any. */
export async function channelFor(db: Queryable, kind: ChannelKind): Promise<ChannelRow | null> {
  const rows = (await listChannels(db)).filter(c => c.kind === kind && c.status !== 'disconnected')
  return rows.find(c => c.status === 'connected') ?? rows[0] ?? null
}

export async function updateChannel(
  tx: Queryable,
  id: string,
  { settings, ...change }: Partial<Omit<ChannelRow, 'id' | 'kind'>>,
): Promise<void> {
  await tx
    .updateTable('platform_channels')
    .set({ ...change, ...(settings ? { settings: json(settings) } : {}) })
    .where('id', '=', id)
    .execute()
}

import type { Selectable } from 'kysely'
import { type ChannelKind, channelKinds } from '#contract/publishing.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { ChannelSettings } from '#server/platforms/index.ts'
import type { PlatformChannels } from '../../../db/schema.generated.ts'

export type ChannelRow = Omit<Selectable<PlatformChannels>, 'settings' | 'kind'> & {
  settings: ChannelSettings
  kind: ChannelKind
}

/** Every channel that was ever connected, oldest first; those of a later release's platforms left out. */
export async function listChannels(db: Queryable): Promise<ChannelRow[]> {
  return (await db
    .selectFrom('platform_channels')
    .selectAll()
    .where('kind', 'in', [...channelKinds])
    .orderBy('connected_at')
    .execute()) as unknown as ChannelRow[]
}

export async function findChannel(db: Queryable, id: string): Promise<ChannelRow | null> {
  const row = await db.selectFrom('platform_channels').selectAll().where('id', '=', id).executeTakeFirst()
  return (row as unknown as ChannelRow | undefined) ?? null
}

/** Locked: tokens are refreshed by one worker at a time. */
export async function findChannelForUpdate(tx: Queryable, id: string): Promise<ChannelRow | null> {
  const row = await tx
    .selectFrom('platform_channels')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return (row as unknown as ChannelRow | undefined) ?? null
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
    .set({ ...change, ...(settings ? { settings: JSON.stringify(settings) } : {}) })
    .where('id', '=', id)
    .execute()
}

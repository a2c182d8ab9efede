import { type Auditor, record } from '#server/audit/index.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { AppError, notFound } from '#server/platform/http/errors.ts'
import { sentences } from '../sentences/sentences.ts'
import { holdWaiting } from './hold.ts'
import { type ChannelRow, findChannelForUpdate, updateChannel } from './store.ts'

/** Locks the channel and its kind's default. @throws AppError not_found */
async function lock(tx: Tx, id: string): Promise<ChannelRow> {
  await tx
    .selectFrom('channel_kinds')
    .select('kind')
    .where('kind', 'in', eb => eb.selectFrom('platform_channels').select('kind').where('id', '=', id))
    .forUpdate()
    .execute()
  const row = await findChannelForUpdate(tx, id)
  if (!row) throw notFound('channel')
  return row
}

/**
 * Makes a channel the default of its kind. Scheduled publications keep their channel.
 * @throws AppError not_found; conflict for a channel that isn't connected
 */
export async function makeDefault(tx: Tx, id: string, by: Auditor): Promise<void> {
  const row = await lock(tx, id)
  if (row.is_default) return
  if (row.status === 'disconnected')
    throw new AppError('conflict', sentences.channelNotConnected({ channel: row.name }))
  const before = await tx
    .updateTable('platform_channels')
    .set({ is_default: false })
    .where('kind', '=', row.kind)
    .where('is_default', '=', true)
    .returning('id')
    .executeTakeFirst()
  await updateChannel(tx, id, { is_default: true })
  await record(tx, {
    ...by,
    action: 'channel.default',
    objectType: 'channel',
    objectId: id,
    before: before?.id ?? null,
    after: id,
  })
}

/**
 * Disconnects a channel. What waits for it is on hold until it is reconnected, uploads in progress are
 * finished, and published posts are counted as long as the platform accepts the permission. The database
 * makes one of the remaining channels the default.
 * @throws AppError not_found
 */
export async function disconnect(tx: Tx, id: string, by: Auditor, now: Date): Promise<void> {
  const row = await lock(tx, id)
  if (row.status === 'disconnected') return
  await updateChannel(tx, id, { status: 'disconnected', problem: null })
  const held = await holdWaiting(tx, row, now, by.actorId)
  await record(tx, {
    ...by,
    action: 'channel.disconnect',
    objectType: 'channel',
    objectId: id,
    before: row.status,
    after: { held },
  })
}

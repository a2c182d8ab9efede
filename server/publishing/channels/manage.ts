import type { z } from 'zod'
import { type channelSettingsBody, platformFacts } from '#contract/publishing/publications.ts'
import { sentences } from '#sentences/publishing.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { ChannelSettings } from '#server/platforms/index.ts'
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

type SettingsBody = z.output<typeof channelSettingsBody>

/** The settings with the confirmed defaults. @throws AppError invalid_input for what the account can't choose */
function confirmed(
  row: ChannelRow,
  { defaultPrivacy, interactions, disclosure }: SettingsBody & { defaultPrivacy: string },
  { by, now }: { by: Auditor; now: Date },
): ChannelSettings {
  if (!row.settings.privacyOptions?.includes(defaultPrivacy))
    throw new AppError('invalid_input', sentences.notOffered, { field: 'defaultPrivacy' })
  const form = platformFacts.find(facts => facts.channel.kind === row.kind && facts.form)?.form
  if (disclosure?.brandedContent && form?.notBranded.includes(defaultPrivacy))
    throw new AppError('invalid_input', sentences.brandedPrivate, { field: 'defaultPrivacy' })
  return {
    ...row.settings,
    defaultPrivacy,
    ...(interactions ? { interactions } : {}),
    ...(disclosure ? { disclosure } : {}),
    confirmedBy: by.actorId,
    confirmedAt: now.toISOString(),
  }
}

/**
 * Confirms a channel's defaults for posts, or chooses the units of its texts. Scheduled publications keep their texts.
 * @throws AppError not_found; invalid_input for what the account can't choose
 */
export async function changeSettings(
  tx: Tx,
  id: string,
  { units, ...body }: SettingsBody,
  who: { by: Auditor; now: Date },
): Promise<void> {
  const row = await findChannelForUpdate(tx, id)
  if (!row) throw notFound('channel')
  const { defaultPrivacy } = body
  const settings = defaultPrivacy === undefined ? undefined : confirmed(row, { ...body, defaultPrivacy }, who)
  const change = { ...(settings ? { settings } : {}), ...(units ? { units } : {}) }
  await updateChannel(tx, id, change)
  await record(tx, {
    ...who.by,
    action: 'channel.settings',
    objectType: 'channel',
    objectId: id,
    before: { ...(settings ? row.settings : {}), ...(units ? { units: row.units } : {}) },
    after: { ...settings, ...(units ? { units } : {}) },
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

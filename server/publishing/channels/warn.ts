import { channelKinds, channelNames } from '#contract/publishing/publications.ts'
import { sentences as notices } from '#sentences/publishing.ts'
import type { Tx } from '#server/core/db/database.ts'
import { notifyStaff } from '#server/notifications/index.ts'
import type { WatchDeps } from '../attempts/watch.ts'
import { eachAlone } from '../each-alone.ts'
import { expiresSoon } from '../present.ts'
import { type ChannelRow, problemOf } from './store.ts'

/** Tells staff once that posts on a disconnected channel are no longer counted. */
async function notifyUncounted(tx: Tx, row: ChannelRow): Promise<boolean> {
  if (row.noticed_for?.getTime() === row.refreshed_at.getTime()) return false
  await tx
    .updateTable('platform_channels')
    .set({ noticed_for: row.refreshed_at })
    .where('id', '=', row.id)
    .execute()
  const name = `${row.name} (${channelNames[row.kind]})`
  await notifyStaff(tx, {
    videoId: null,
    title: notices.uncountedTitle({ channel: name }),
    message: notices.uncountedMessage({ problem: problemOf(row) }),
    link: '/publishing?tab=channels',
    eventKey: `uncounted:${row.id}:${row.refreshed_at.toISOString()}`,
  })
  return true
}

async function warnOfChannel(deps: WatchDeps, tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('platform_channels')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row || (row.status === 'disconnected' && row.problem === null)) return false
  if (row.status === 'disconnected') return notifyUncounted(tx, row)
  const broken = row.status === 'reconnect'
  if (!broken && !expiresSoon(row, await deps.time(tx))) return false
  // The subject of the warning: the coming expiry, or the connection that broke.
  const about = broken ? row.refreshed_at : (row.refresh_expires_at as Date)
  if (row.noticed_for?.getTime() === about.getTime()) return false
  await tx.updateTable('platform_channels').set({ noticed_for: about }).where('id', '=', row.id).execute()
  const name = `${row.name} (${channelNames[row.kind]})`
  await notifyStaff(tx, {
    videoId: null,
    title: notices.reconnectTitle({ channel: name, soon: !broken }),
    message: broken
      ? notices.reconnectNow({ problem: problemOf(row) })
      : notices.reconnectBefore({ day: about.toISOString().slice(0, 10) }),
    link: '/publishing?tab=channels',
    eventKey: `channel:${row.id}:${about.toISOString()}`,
  })
  return true
}

/**
 * Tells staff days before a channel has to be reconnected, and immediately when it stops working. Once each.
 */
export async function warnOfChannels(deps: WatchDeps): Promise<number> {
  const channels = await deps.db
    .selectFrom('platform_channels')
    .select('id')
    .where(eb => eb.or([eb('status', '<>', 'disconnected'), eb('problem', 'is not', null)]))
    .where('kind', 'in', [...channelKinds])
    .execute()
  const notified = await eachAlone(
    deps,
    channels,
    c => c.id,
    ({ id }) => deps.db.transaction().execute(tx => warnOfChannel(deps, tx, id)),
  )
  return notified.filter(Boolean).length
}

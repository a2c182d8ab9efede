import { plannedStates } from '#contract/publishing/constants.ts'
import { channelKinds, channelNames, platformNames, platforms } from '#contract/publishing/publications.ts'
import { staffIds } from '#server/accounts/index.ts'
import { notify } from '#server/notifications/index.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ChannelRow } from '../channels/store.ts'
import type { PublishingDeps } from '../deps.ts'
import { eachAlone } from '../each-alone.ts'
import { overdueBefore } from '../figures/figures.ts'
import { expiresSoon } from '../present.ts'
import { addEvent } from '../store.ts'

type WatchDeps = Pick<PublishingDeps, 'db' | 'time' | 'log'>

/** Tells every staff member, once per event. */
export async function tellStaff(
  tx: Tx,
  told: { title: string; message: string; eventKey: string; link?: string },
): Promise<void> {
  for (const userId of await staffIds(tx))
    await notify(tx, {
      link: '/publishing',
      ...told,
      userId,
      type: 'publishing_alert',
      eventKey: `${told.eventKey}:${userId}`,
    })
}

/**
 * Raises the alarm over what is due for more than a minute and has not begun: log, history, and one message to staff
 * for all of an hour. @returns how many are newly overdue
 */
export async function alertOverdue(deps: WatchDeps): Promise<number> {
  const late = await deps.db
    .selectFrom('publications')
    .select('id')
    .where('state', 'in', plannedStates)
    .where('started_at', 'is', null)
    .where('alerted_at', 'is', null)
    .where('platform', 'in', [...platforms])
    .where('scheduled_for', '<', overdueBefore(await deps.time(deps.db)))
    .orderBy('scheduled_for')
    .limit(100)
    .execute()
  const noted = await eachAlone(
    deps,
    late,
    p => p.id,
    ({ id }) =>
      deps.db.transaction().execute(async tx => {
        const row = await untold(tx, id)
        if (!row || row.started_at || !plannedStates.some(state => state === row.state)) return null
        const now = await deps.time(tx)
        const sentence = `Due for more than a minute and not begun. ${row.note ?? 'No worker has taken it up.'}`
        deps.log.error(
          { publication: row.id, due: row.scheduled_for, note: row.note },
          'a publication is overdue',
        )
        await tx.updateTable('publications').set({ alerted_at: now }).where('id', '=', row.id).execute()
        await addEvent(tx, row.id, now, { kind: 'overdue', sentence })
        return row
      }),
  )
  const rows = noted.filter(row => row !== null)
  const [first] = rows
  if (first)
    await deps.db.transaction().execute(async tx => {
      const now = await deps.time(tx)
      await tellStaff(tx, {
        title: rows.length === 1 ? 'A publication is late' : `${rows.length} publications are late`,
        message: `'${first.metadata.title}' for ${platformNames[first.platform]} has not begun. ${first.note ?? 'No worker has taken it up.'}`,
        eventKey: `overdue:${now.toISOString().slice(0, 13)}`,
      })
    })
  return rows.length
}

/** Locks one publication for a message about it. @returns null when another worker has it, or it was told already */
const untold = (tx: Tx, id: string) =>
  tx
    .selectFrom('publications')
    .selectAll()
    .where('id', '=', id)
    .where('alerted_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Tells staff of publications that failed since the last look, once each. @returns how many */
export async function alertFailed(deps: WatchDeps): Promise<number> {
  const failed = await deps.db
    .selectFrom('publications')
    .select('id')
    .where('state', '=', 'failed')
    .where('alerted_at', 'is', null)
    .where('platform', 'in', [...platforms])
    .limit(50)
    .execute()
  const told = await eachAlone(
    deps,
    failed,
    p => p.id,
    ({ id }) =>
      deps.db.transaction().execute(async tx => {
        const row = await untold(tx, id)
        if (row?.state !== 'failed') return false
        const now = await deps.time(tx)
        await tx.updateTable('publications').set({ alerted_at: now }).where('id', '=', row.id).execute()
        await tellStaff(tx, {
          title: `'${row.metadata.title}' did not go out on ${platformNames[row.platform]}`,
          message: row.failure_sentence ?? 'It failed.',
          eventKey: `publication_failed:${row.id}:${row.version}`,
        })
        return true
      }),
  )
  return told.filter(Boolean).length
}

/** Tells that what is out on a disconnected channel isn't counted any more, once. */
async function tellUncounted(tx: Tx, row: ChannelRow): Promise<boolean> {
  if (row.noticed_for?.getTime() === row.refreshed_at.getTime()) return false
  await tx
    .updateTable('platform_channels')
    .set({ noticed_for: row.refreshed_at })
    .where('id', '=', row.id)
    .execute()
  const name = `${row.name} (${channelNames[row.kind]})`
  await tellStaff(tx, {
    title: `Posts of ${name} aren't counted any more`,
    message:
      `The channel was disconnected, and its permission has ended. Views there earn nothing new until it is connected again. ${row.problem ?? ''}`.trim(),
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
  if (row.status === 'disconnected') return tellUncounted(tx, row)
  const broken = row.status === 'reconnect'
  if (!broken && !expiresSoon(row, await deps.time(tx))) return false
  // What was told: that it ends then, or that it is over.
  const about = broken ? row.refreshed_at : (row.refresh_expires_at as Date)
  if (row.noticed_for?.getTime() === about.getTime()) return false
  await tx.updateTable('platform_channels').set({ noticed_for: about }).where('id', '=', row.id).execute()
  const name = `${row.name} (${channelNames[row.kind]})`
  await tellStaff(tx, {
    title: broken ? `${name} has to be connected again` : `${name} has to be connected again soon`,
    message: broken
      ? `Nothing goes out there until then. ${row.problem ?? ''}`.trim()
      : `Its permission ends on ${about.toISOString().slice(0, 10)}. Connect it again before, so that nothing is held up.`,
    eventKey: `channel:${row.id}:${about.toISOString()}`,
  })
  return true
}

/** Tells staff days before a channel has to be connected again, and at once when it stopped working. Once each. */
export async function warnOfChannels(deps: WatchDeps): Promise<number> {
  const channels = await deps.db
    .selectFrom('platform_channels')
    .select('id')
    .where(eb => eb.or([eb('status', '<>', 'disconnected'), eb('problem', 'is not', null)]))
    .where('kind', 'in', [...channelKinds])
    .execute()
  const told = await eachAlone(
    deps,
    channels,
    c => c.id,
    ({ id }) => deps.db.transaction().execute(tx => warnOfChannel(deps, tx, id)),
  )
  return told.filter(Boolean).length
}

import { plannedStates } from '#contract/publishing/constants.ts'
import { platformNames, platforms } from '#contract/publishing/publications.ts'
import { sentences as history } from '#sentences/history.ts'
import { sentences as notices } from '#sentences/publishing.ts'
import type { Tx } from '#server/core/db/database.ts'
import { fromStored } from '#server/core/sentences.ts'
import { notifyStaff } from '#server/notifications/index.ts'
import type { PublishingDeps } from '../deps.ts'
import { eachAlone } from '../each-alone.ts'
import { overdueBefore } from '../figures/figures.ts'
import { addEvent } from '../store.ts'

export type WatchDeps = Pick<PublishingDeps, 'db' | 'time' | 'log'>

/**
 * Raises an alarm for publications more than a minute overdue: in the log, the history, and one message to
 * staff per hour. @returns how many are newly overdue
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
        const sentence = history.overdue({ note: row.note && fromStored(row.note) })
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
      await notifyStaff(tx, {
        videoId: first.video_id,
        title: notices.lateTitle({ count: rows.length }),
        message: notices.lateMessage({
          title: first.metadata.title,
          platform: platformNames[first.platform],
          note: first.note && fromStored(first.note),
        }),
        eventKey: `overdue:${now.toISOString().slice(0, 13)}`,
      })
    })
  return rows.length
}

/**
 * Locks one publication for a message about it. @returns null when another worker has it or already sent the
 * message
 */
const untold = (tx: Tx, id: string) =>
  tx
    .selectFrom('publications')
    .selectAll()
    .where('id', '=', id)
    .where('alerted_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Notifies staff about publications that failed since the last check, once each. @returns how many */
export async function alertFailed(deps: WatchDeps): Promise<number> {
  const failed = await deps.db
    .selectFrom('publications')
    .select('id')
    .where('state', '=', 'failed')
    .where('alerted_at', 'is', null)
    .where('platform', 'in', [...platforms])
    .limit(50)
    .execute()
  const notified = await eachAlone(
    deps,
    failed,
    p => p.id,
    ({ id }) =>
      deps.db.transaction().execute(async tx => {
        const row = await untold(tx, id)
        if (row?.state !== 'failed') return false
        const now = await deps.time(tx)
        await tx.updateTable('publications').set({ alerted_at: now }).where('id', '=', row.id).execute()
        await notifyStaff(tx, {
          videoId: row.video_id,
          title: notices.notOutTitle({
            title: row.metadata.title,
            platform: platformNames[row.platform],
          }),
          message: row.failure_sentence ? fromStored(row.failure_sentence) : notices.failedPlainly,
          eventKey: `publication_failed:${row.id}:${row.version}`,
        })
        return true
      }),
  )
  return notified.filter(Boolean).length
}

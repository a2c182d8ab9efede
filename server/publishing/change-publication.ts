import type { z } from 'zod'
import {
  type editPublicationBody,
  type PlatformMetadata,
  platformNames,
} from '#contract/publishing/publications.ts'
import type { retryFailedAnswer } from '#contract/publishing/queue.ts'
import { sentences as history } from '#sentences/history.ts'
import { sentences } from '#sentences/publishing.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { fromStored, type Language, type Sentence, said } from '#server/core/sentences.ts'
import { platformOf } from '#server/platforms/index.ts'
import { findChannel } from './channels/store.ts'
import type { PublishingDeps } from './deps.ts'
import { eachAlone } from './each-alone.ts'
import { resumeState, untouched } from './rules.ts'
import { readCustom } from './schedule/read-custom.ts'
import { wallText } from './schedule/zones.ts'
import { addEvent, findForUpdate, type PublicationRow, updatePublication } from './store.ts'

export interface Ask {
  id: string
  by: Auditor
  /** the version that was seen; undefined when the caller didn't say */
  expected?: number | undefined
}

/** Why it can't be canceled or changed any more. */
export const tooLate = (row: PublicationRow) =>
  new AppError(
    'conflict',
    row.state === 'cancelled'
      ? sentences.cancelled
      : row.state === 'published'
        ? sentences.onAlready({ platform: platformNames[row.platform] })
        : sentences.lateToChange({ platform: platformNames[row.platform] }),
  )

/** Locks a publication for which nothing has been requested from a platform yet. */
async function lockEditable(tx: Tx, { id, expected }: Ask, alsoFailed = false): Promise<PublicationRow> {
  const row = await findForUpdate(tx, id)
  if (!row) throw notFound('publication')
  if (expected !== undefined && expected !== row.version)
    throw new AppError('conflict', sentences.changedMeanwhile)
  const refused = alsoFailed && row.state === 'failed' && resumeState(row) === 'queued'
  if (!untouched(row) && !refused) throw tooLate(row)
  return row
}

/** Cancels a publication whose upload hasn't started, in the caller's transaction. @throws AppError conflict afterwards */
export async function cancelPublicationIn(
  tx: Tx,
  deps: Pick<PublishingDeps, 'time'>,
  ask: Ask,
): Promise<PublicationRow> {
  const row = await lockEditable(tx, ask)
  const now = await deps.time(tx)
  // The worker with the lease finds that it has ended.
  const after = await updatePublication(tx, row.id, {
    state: 'cancelled',
    version: row.version + 1,
    note: null,
    lease_token: null,
    lease_until: null,
  })
  await addEvent(tx, row.id, now, {
    kind: 'cancelled',
    sentence: history.cancelledByStaff,
    actorId: ask.by.actorId,
  })
  await record(tx, {
    ...ask.by,
    action: 'publication.cancel',
    objectType: 'publication',
    objectId: row.id,
    before: row.state,
    after: 'cancelled',
  })
  return after
}

/** The same in a separate transaction. */
export const cancelPublication = (deps: PublishingDeps, ask: Ask): Promise<PublicationRow> =>
  deps.db.transaction().execute(tx => cancelPublicationIn(tx, deps, ask))

const choicesOf = ({ privacy, interactions, disclosure }: PlatformMetadata) => ({
  ...(privacy ? { privacy } : {}),
  ...(interactions ? { interactions } : {}),
  ...(disclosure ? { disclosure } : {}),
})

const notFailed = {
  failure_kind: null,
  failure_sentence: null,
  failure_actor: null,
  note: null,
  alerted_at: null,
}

/**
 * Changes texts or time before the upload starts; a publication that a platform refused starts over with
 * them.
 * @throws AppError conflict afterwards, or bad input
 */
export function editPublication(
  deps: PublishingDeps,
  ask: Ask & { change: z.output<typeof editPublicationBody>; zone: string },
): Promise<PublicationRow> {
  return deps.db.transaction().execute(async tx => {
    const row = await lockEditable(tx, ask, true)
    const now = await deps.time(tx)
    const { metadata, customSchedule } = ask.change
    const [problem] = metadata ? platformOf(row.platform).problemsOf(metadata) : []
    if (problem)
      throw new AppError('invalid_input', sentences.platformSaid({ problem: problem.sentence }), {
        field: problem.field,
      })
    const time = customSchedule === undefined ? null : readCustom(customSchedule, ask.zone, now)
    const after = await updatePublication(tx, row.id, {
      version: row.version + 1,
      // Choices omitted from a call stay unchanged.
      ...(metadata ? { metadata: { ...choicesOf(row.metadata), ...metadata } } : {}),
      ...(row.state === 'failed'
        ? {
            ...notFailed,
            state: 'scheduled',
            attempts: 0,
            lookups: 0,
            started_at: null,
            next_at: now,
            scheduled_for: now,
          }
        : {}),
      ...(time
        ? {
            state: 'scheduled',
            scheduled_for: time.instant,
            wall_time: wallText(time.instant, ask.zone),
            time_zone: ask.zone,
            timing: 'custom',
            next_at: row.upload_early ? now : time.instant,
            note: time.note,
            alerted_at: null,
          }
        : {}),
    })
    const at = { time: after.wall_time }
    const moved = metadata ? history.changedWordsAndTime(at) : history.changedTime(at)
    const sentence = time ? moved : history.changedWords
    await addEvent(tx, row.id, now, { kind: 'edited', sentence, actorId: ask.by.actorId })
    await record(tx, {
      ...ask.by,
      action: 'publication.edit',
      objectType: 'publication',
      objectId: row.id,
      before: { metadata: row.metadata, scheduledFor: row.scheduled_for },
      after: { metadata: after.metadata, scheduledFor: after.scheduled_for },
    })
    return after
  })
}

/** What a person must do before a failed publication can be retried; null when nothing. */
async function firstNeeded(tx: Tx, row: PublicationRow): Promise<Sentence | null> {
  if (row.failure_kind === 'reconnect') {
    const channel = row.channel_id ? await findChannel(tx, row.channel_id) : null
    return channel?.status === 'connected' ? null : history.connectFirst({ channel: channel?.name ?? null })
  }
  return null
}

async function retryIn(
  tx: Tx,
  deps: PublishingDeps,
  row: PublicationRow,
  by: Auditor,
): Promise<PublicationRow> {
  const now = await deps.time(tx)
  // Resumes where it stopped: what may have been done is never done a second time.
  const state = resumeState(row)
  const after = await updatePublication(tx, row.id, {
    state,
    ...notFailed,
    attempts: 0,
    lookups: 0,
    next_at: now,
    version: row.version + 1,
    ...(state === 'queued' ? { started_at: null, scheduled_for: now } : {}),
  })
  await addEvent(tx, row.id, now, { kind: 'retried', sentence: history.retriedByStaff, actorId: by.actorId })
  return after
}

/**
 * Retries a failed publication. @throws AppError conflict when it did not fail, or someone has to act first
 */
export function retryPublication(deps: PublishingDeps, ask: Ask): Promise<PublicationRow> {
  return deps.db.transaction().execute(async tx => {
    const row = await findForUpdate(tx, ask.id)
    if (!row) throw notFound('publication')
    if (row.state !== 'failed') throw new AppError('conflict', sentences.notFailed)
    const needed = await firstNeeded(tx, row)
    if (needed) throw new AppError('conflict', sentences.platformSaid({ problem: needed }))
    await record(tx, { ...ask.by, action: 'publication.retry', objectType: 'publication', objectId: row.id })
    return retryIn(tx, deps, row, ask.by)
  })
}

/**
 * Retries everything that failed for a possibly temporary reason; what a platform refused is left to people,
 * with what they have to do.
 */
export async function retryFailed(
  deps: PublishingDeps,
  by: Auditor,
  language: Language,
): Promise<z.infer<typeof retryFailedAnswer>> {
  const ids = await deps.db
    .selectFrom('publications')
    .select('id')
    .where('state', '=', 'failed')
    .orderBy('created_at')
    .execute()
  const left: z.infer<typeof retryFailedAnswer>['left'] = []
  let retried = 0
  await eachAlone(
    deps,
    ids,
    p => p.id,
    ({ id }) =>
      deps.db.transaction().execute(async tx => {
        const row = await findForUpdate(tx, id)
        if (row?.state !== 'failed') return
        const refused = row.failure_kind === 'reject' && row.failure_actor !== 'trailcut'
        const needed = refused ? fromStored(row.failure_sentence ?? '') : await firstNeeded(tx, row)
        if (needed !== null)
          return void left.push({
            id,
            kind: refused ? 'reject' : 'reconnect',
            sentence: said(needed, language),
          })
        await retryIn(tx, deps, row, by)
        retried++
      }),
  )
  await record(deps.db, {
    ...by,
    action: 'publication.retry_failed',
    objectType: 'publishing',
    objectId: 'queue',
    after: { retried, left: left.length },
  })
  return { retried, left }
}

import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { videoPage } from '#contract/paths.ts'
import {
  type editPostBody,
  factsOf,
  type PlatformMetadata,
  platformNames,
} from '#contract/publishing/publications.ts'
import { sentences as history } from '#sentences/history.ts'
import { sentences as notices } from '#sentences/publishing.ts'
import { record } from '#server/audit/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { notify } from '#server/notifications/index.ts'
import { PublishError, platformOf } from '#server/platforms/index.ts'
import type { Ask } from './change-publication.ts'
import { findChannel } from './channels/store.ts'
import { accountOf } from './channels/tokens.ts'
import type { PublishingDeps } from './deps.ts'
import { addEvent, findForUpdate, type PublicationRow, updateLeased, updatePublication } from './store.ts'

export type PostChange =
  | { kind: 'edit'; words: z.output<typeof editPostBody> }
  | { kind: 'hide' }
  | { kind: 'show' }
  | { kind: 'delete' }

/** How long a change may take before someone else may make one. */
const holdMs = 120_000

/** The platform call that a change needs. */
const callOf = { edit: 'words', hide: 'hide', show: 'hide', delete: 'remove' } as const

/** A post's texts with the changed ones. @throws AppError invalid_input for what the platform would refuse */
function changedWords(row: PublicationRow, change: PostChange): PlatformMetadata {
  if (change.kind !== 'edit') return row.metadata
  const metadata = { ...row.metadata, ...change.words }
  const [problem] = platformOf(row.platform).problemsOf(metadata)
  if (problem)
    throw new AppError('invalid_input', notices.platformSaid({ problem: problem.sentence }), {
      field: problem.field,
    })
  return metadata
}

/** Whether the post is already as requested, so that no platform call is needed. */
function isDone(row: PublicationRow, change: PostChange, words: PlatformMetadata): boolean {
  if (change.kind === 'edit') return JSON.stringify(words) === JSON.stringify(row.metadata)
  if (change.kind === 'delete') return row.removed_at !== null
  return (row.hidden_at !== null) === (change.kind === 'hide')
}

/**
 * Checks whether a post can be changed now and reserves it, so that two people never change it at once.
 * @returns the new texts; null when it is already as requested
 */
async function reserve(
  deps: PublishingDeps,
  tx: Tx,
  { id, expected }: Ask,
  change: PostChange,
): Promise<{ row: PublicationRow; metadata: PlatformMetadata | null }> {
  const row = await findForUpdate(tx, id)
  if (!row) throw notFound('publication')
  const name = platformNames[row.platform]
  if (row.removed_at && change.kind === 'delete') return { row, metadata: null }
  if (expected !== undefined && expected !== row.version)
    throw new AppError('conflict', notices.changedMeanwhile)
  if (row.state !== 'published') throw new AppError('conflict', notices.notOut({ platform: name }))
  if (row.removed_at) throw new AppError('conflict', notices.deletedThere({ platform: name }))
  const { afterwards } = factsOf(row.platform)
  if (!afterwards[callOf[change.kind]])
    throw new AppError('conflict', notices[afterwards.limit ?? 'noCall']({ platform: name }))
  if (!row.post_id) throw new AppError('conflict', notices.noPostId({ platform: name }))
  const metadata = changedWords(row, change)
  if (isDone(row, change, metadata)) return { row, metadata: null }
  const now = await deps.time(tx)
  if (row.lease_until && row.lease_until > now) throw new AppError('conflict', notices.postBusy)
  const lease = { lease_token: randomUUID(), lease_until: new Date(now.getTime() + holdMs) }
  return { row: await updatePublication(tx, row.id, lease), metadata }
}

/** Makes the change at the platform. @throws PublishError */
async function perform(
  deps: PublishingDeps,
  row: PublicationRow,
  change: PostChange,
  metadata: PlatformMetadata,
): Promise<void> {
  const channel = row.channel_id ? await findChannel(deps.db, row.channel_id) : null
  if (!channel) throw new PublishError('reconnect', history.ownChannelGone, { code: 'no_channel' })
  const account = accountOf(deps, channel)
  const { edit, setHidden, remove } = deps.networks[row.kind].publisher.changes
  const post = { postId: row.post_id ?? '', publicationId: row.id, metadata }
  if (change.kind === 'edit') await edit?.(post, account)
  else if (change.kind === 'delete') await remove?.(post.postId, account)
  else await setHidden?.(post, change.kind === 'hide', account)
}

const notes = {
  edit: history.editedPost,
  hide: history.madePrivate,
  show: history.madePublic,
  delete: history.deletedPost,
} as const

/** Tells the rider that a post is gone, and whether the video still earns elsewhere. */
async function notifyRider(tx: Tx, row: PublicationRow): Promise<void> {
  if (!row.video_id) return
  const live = await tx
    .selectFrom('publications')
    .select('platform')
    .distinct()
    .where('video_id', '=', row.video_id)
    .where('state', '=', 'published')
    .where('removed_at', 'is', null)
    .execute()
  const elsewhere = live.map(({ platform }) => platformNames[platform]).join(', ')
  await notify(tx, {
    userId: row.user_id,
    videoId: row.video_id,
    type: 'video_taken_down',
    title: notices.takenDownTitle({
      title: row.metadata.title,
      platform: platformNames[row.platform],
    }),
    message: elsewhere ? notices.takenDownElsewhere({ platforms: elsewhere }) : notices.takenDownNowhere,
    link: videoPage(row.video_id),
    eventKey: `video_taken_down:${row.id}`,
  })
}

async function keep(
  deps: PublishingDeps,
  tx: Tx,
  held: PublicationRow,
  { by }: Ask,
  change: PostChange,
  metadata: PlatformMetadata,
): Promise<PublicationRow> {
  const now = await deps.time(tx)
  const row = await updateLeased(tx, held, {
    lease_token: null,
    lease_until: null,
    version: held.version + 1,
    ...(change.kind === 'edit' ? { metadata } : {}),
    ...(change.kind === 'hide' ? { hidden_at: now } : {}),
    ...(change.kind === 'show' ? { hidden_at: null } : {}),
    // Its counters are no longer fetched, and the same content may be published again.
    ...(change.kind === 'delete'
      ? { removed_at: now, next_sample_at: null, intent: `removed:${held.id}`, note: null }
      : {}),
  })
  await addEvent(tx, row.id, now, {
    kind: `post_${change.kind}`,
    sentence: notes[change.kind],
    actorId: by.actorId,
  })
  await record(tx, {
    ...by,
    action: `publication.post_${change.kind}`,
    objectType: 'publication',
    objectId: row.id,
    before: { metadata: held.metadata, hidden: held.hidden_at !== null },
    after: { metadata: row.metadata, hidden: row.hidden_at !== null, removed: row.removed_at !== null },
  })
  if (change.kind === 'delete') await notifyRider(tx, row)
  return row
}

/** Records that the platform did not make the change, and releases the post. */
async function release(deps: PublishingDeps, held: PublicationRow, ask: Ask, error: unknown): Promise<void> {
  await deps.db.transaction().execute(async tx => {
    await updateLeased(tx, held, { lease_token: null, lease_until: null })
    if (!(error instanceof PublishError)) return
    const sentence = history.notChanged({ problem: error.sentence })
    await addEvent(tx, held.id, await deps.time(tx), {
      kind: 'post_refused',
      sentence,
      actorId: ask.by.actorId,
    })
  })
}

/**
 * Changes a published post: its texts, its visibility, or deletes it. May be repeated: a post that is already
 * as requested stays so, and each platform call sends the wanted state, not a difference.
 * @throws AppError conflict with the reason when the platform can't or won't; unavailable when it doesn't
 * answer
 */
export async function changePost(
  deps: PublishingDeps,
  ask: Ask,
  change: PostChange,
): Promise<PublicationRow> {
  const { row, metadata } = await deps.db.transaction().execute(tx => reserve(deps, tx, ask, change))
  if (!metadata) return row
  try {
    await perform(deps, row, change, metadata)
  } catch (error) {
    await release(deps, row, ask, error)
    if (!(error instanceof PublishError)) throw error
    throw error.kind === 'retry_after'
      ? new AppError('unavailable', notices.tryLater({ problem: error.sentence }), {
          cause: error,
          ...(error.retryAfterSeconds ? { retryAfterSeconds: error.retryAfterSeconds } : {}),
        })
      : new AppError(
          'conflict',
          error.kind === 'reconnect'
            ? notices.reconnectFirst({ problem: error.sentence })
            : notices.platformSaid({ problem: error.sentence }),
          { cause: error },
        )
  }
  return deps.db.transaction().execute(tx => keep(deps, tx, row, ask, change, metadata))
}

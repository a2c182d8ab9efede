import { isDeepStrictEqual } from 'node:util'
import { ownMusicOf } from '#contract/reels/music-limits.ts'
import type { ReelPlan } from '#contract/reels/schemas.ts'
import { sentences } from '#sentences/reels.ts'
import { resultOf } from '#server/analysis/index.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import { dropUnneeded, isShared, passLinksTo, requestMadeIn, unsafeFindClip } from '#server/clips/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Sentence } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { checkMusic, dropUnusedMusic, readyMusic } from '#server/music/index.ts'
import { unsafeFindForUpdate, type VideoRow } from '#server/videos/index.ts'
import { formatOf, recipeOf, refusalOfAnother, refusalOfLength, refusalOfPlan } from './rules.ts'
import { deleteReel, insertReel, lockReel, type ReelRow, reelsOf, updateReel } from './store.ts'

export type ReelDeps = Pick<Deps, 'db' | 'jobs' | 'objects' | 'clock'>

/** Which reel a request is about, and who sent it. */
export interface Ask {
  video: VideoRow
  reelId: string
  by: Auditor
}

function refuse(sentence: Sentence | null, field?: string): void {
  if (sentence) throw new AppError(field ? 'invalid_input' : 'conflict', sentence, field ? { field } : {})
}

/** Records what staff do with other people's reels. */
export async function note(
  tx: Tx,
  { video, reelId, by }: Ask,
  action: string,
  after?: unknown,
): Promise<void> {
  if (by.actorId === video.user_id && !by.alone) return
  await record(tx, {
    ...by,
    action,
    objectType: 'video',
    objectId: video.id,
    after: { reelId, ...Object(after) },
  })
}

/**
 * Saves a new plan. @throws AppError invalid_input for pieces outside the video, conflict when it has enough
 * reels
 */
export function createReel(
  { db, clock }: ReelDeps,
  { video, by }: Omit<Ask, 'reelId'>,
  plan: ReelPlan,
): Promise<ReelRow> {
  refuse(refusalOfPlan(plan, video.duration_seconds), 'pieces')
  return db.transaction().execute(async tx => {
    // Locked, so that two simultaneous requests don't exceed the limit.
    if (!(await unsafeFindForUpdate(tx, video.id))) throw notFound('video')
    await checkMusic(tx, video.id, plan.music)
    refuse(refusalOfAnother((await reelsOf(tx, video.id)).length))
    const madeBy = by.actorId === video.user_id ? 'rider' : 'staff'
    const reel = await insertReel(tx, { videoId: video.id, plan, madeBy, now: clock.now() })
    await note(tx, { video, reelId: reel.id, by }, 'reel.create')
    return reel
  })
}

/** Runs work on one reel of a video in a transaction. @throws AppError not_found */
export function withReel<T>(
  { db }: Pick<ReelDeps, 'db'>,
  { video, reelId }: Ask,
  work: (tx: Tx, reel: ReelRow) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async tx => {
    const reel = await lockReel(tx, video.id, reelId)
    if (!reel) throw notFound('reel')
    return work(tx, reel)
  })
}

/**
 * Changes a plan. Its rendering stays unchanged. @throws AppError conflict when someone else changed it
 * meanwhile
 */
export async function replaceReel(
  deps: ReelDeps,
  ask: Ask,
  plan: ReelPlan,
  version: number,
): Promise<ReelRow> {
  refuse(refusalOfPlan(plan, ask.video.duration_seconds), 'pieces')
  const { row, old } = await withReel(deps, ask, async (tx, reel) => {
    if (isDeepStrictEqual(reel.plan, plan)) return { row: reel, old: [] }
    if (reel.version !== version) refuse(sentences.changedElsewhere)
    await checkMusic(tx, ask.video.id, plan.music)
    await note(tx, ask, 'reel.change')
    const change = { plan, version: version + 1, updated_at: deps.clock.now() }
    const row = await updateReel(tx, reel.id, change)
    return { row, old: await musicNoLonger(tx, reel) }
  })
  await forget(deps, old)
  return row
}

/** Deletes a reel's own music, unless another reel has it too. @returns the keys of its files */
async function musicNoLonger(tx: Tx, reel: ReelRow): Promise<string[]> {
  const id = ownMusicOf(reel.plan.music)
  return id ? dropUnusedMusic(tx, id) : []
}

async function forget({ objects }: ReelDeps, keys: readonly (string | null)[]): Promise<void> {
  for (const key of keys) if (key) await objects.delete(key)
}

/**
 * Requests the file for a reel's current plan. An earlier plan's rendering is deleted, unless it was
 * published; if it is shared, its link plays it until the new one is ready.
 * @param admit called when something must be rendered
 * @throws AppError conflict before the video is ready, invalid_input for a reel longer than its target
 */
export async function renderReel(
  deps: ReelDeps,
  ask: Ask,
  admit: (tx: Tx) => Promise<void>,
): Promise<ReelRow> {
  const { video } = ask
  const { row, old } = await withReel(deps, ask, async (tx, reel) => {
    const highlights = (await resultOf(tx, video.id, null))?.highlights ?? []
    const { plan } = reel
    const own = await readyMusic(tx, video.id, plan.music)
    const { recipe, seconds } = recipeOf(plan, highlights, video.duration_seconds, own)
    refuse(refusalOfLength(plan, seconds), 'pieces')
    const { shape, gauges } = plan
    const clip = await requestMadeIn(tx, deps, video, {
      ...{ format: formatOf[shape], recipe, gauges, admit },
      byRider: ask.by.actorId === video.user_id,
    })
    const before = reel.clip_id === clip.id ? null : reel.clip_id
    const row = await updateReel(tx, reel.id, {
      clip_id: clip.id,
      clip_version: reel.version,
      updated_at: deps.clock.now(),
      ...(before && (await isShared(tx, before)) ? { shared_clip: before } : {}),
    })
    await note(tx, ask, 'reel.render')
    const unneeded = before ? [await dropUnneeded(tx, before)] : []
    return {
      row,
      old: clip.status === 'ready' ? [...unneeded, ...(await passLinksTo(tx, clip.id))] : unneeded,
    }
  })
  await forget(deps, old)
  return row
}

/** Stops rendering a reel. @throws AppError conflict when it is not being rendered */
export function cancelReel(deps: ReelDeps, ask: Ask): Promise<ReelRow> {
  return withReel(deps, ask, async (tx, reel) => {
    const clip = reel.clip_id ? await unsafeFindClip(tx, reel.clip_id) : null
    if (!clip || clip.status === 'ready' || clip.status === 'failed')
      throw new AppError('conflict', sentences.notRendering)
    const row = await updateReel(tx, reel.id, {
      clip_id: null,
      clip_version: null,
      updated_at: deps.clock.now(),
    })
    // Its job sees that the row is deleted and stops; it has no file yet.
    await dropUnneeded(tx, clip.id)
    await note(tx, ask, 'reel.cancel')
    return row
  })
}

/** Deletes a reel with its file, music and share link; one that was published keeps its file. */
export async function removeReel(deps: ReelDeps, ask: Ask): Promise<void> {
  const files = await withReel(deps, ask, async (tx, reel) => {
    await deleteReel(tx, reel.id)
    await note(tx, ask, 'reel.delete')
    const files: (string | null)[] = []
    for (const clip of [reel.clip_id, reel.shared_clip])
      if (clip) files.push(await dropUnneeded(tx, clip, { withLink: true }))
    return [...files, ...(await musicNoLonger(tx, reel))]
  })
  await forget(deps, files)
}

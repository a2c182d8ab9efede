import { randomUUID } from 'node:crypto'
import { chapterOf, joinedName } from '#contract/chapters/names.ts'
import { sentences } from '#sentences/chapters.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Actor } from '#server/core/http/permission.ts'
import type { Probe } from '#server/core/media/probe.ts'
import {
  budgetRefusal,
  insertVideo,
  lockAccount,
  ownTitle,
  roomFor,
  setStatus,
  titleOfFile,
  tooCostly,
  unsafeFindForUpdate,
  type VideoRow,
  type VideosSystem,
} from '#server/videos/index.ts'
import { bytesOf, refusalOfJoin, secondsOf, titleOfJoined } from './rules.ts'
import { joinJob } from './run-join.ts'
import { areTaken, firstOut, insertJoin } from './store.ts'

type JoinDeps = Pick<VideosSystem, 'db' | 'jobs' | 'clock' | 'config' | 'incoming'>

/** The parts in the given order, locked. @throws AppError not_found for a video of someone else */
async function lockParts(tx: Tx, userId: string, ids: readonly string[]): Promise<VideoRow[]> {
  const rows = new Map<string, VideoRow>()
  // In one order, so that two requests never wait for each other.
  for (const id of ids.toSorted()) {
    const row = await unsafeFindForUpdate(tx, id)
    if (!row || row.held || row.user_id !== userId) throw notFound('video')
    rows.set(id, row)
  }
  return ids.map(id => rows.get(id) as VideoRow)
}

/** @throws AppError conflict with the reason why these can't be joined */
async function refuse(tx: Tx, { config }: JoinDeps, parts: readonly VideoRow[]): Promise<void> {
  const ids = parts.map(part => part.id)
  const refusal = refusalOfJoin(parts, config.maxUploadBytes)
  if (refusal) throw new AppError('conflict', refusal.sentence)
  if (await areTaken(tx, ids)) throw new AppError('conflict', sentences.alreadyJoined)
  const title = await firstOut(tx, ids)
  if (title !== null) throw new AppError('conflict', sentences.alreadyOut({ title }))
  const probe = parts[0]?.probe as Probe
  const costly = tooCostly({ ...probe, durationSeconds: secondsOf(parts) }, config.maxDecodeGigapixels)
  if (costly) throw new AppError('conflict', costly)
}

/**
 * Opens a video that a job then joins from these parts; the parts stay as they are.
 * @param ids the parts in order
 * @param admit counts it against a limit; nothing happens when it throws
 * @throws AppError not_found for a part of someone else, conflict when they can't be joined, over_budget and no_space as
 * for an upload
 */
export async function requestJoin(
  deps: JoinDeps,
  owner: Pick<Actor, 'id' | 'emailVerified'>,
  ids: readonly string[],
  admit: (tx: Tx) => Promise<void>,
): Promise<string> {
  if (new Set(ids).size < ids.length) throw new AppError('conflict', sentences.wrongOrder)
  return deps.db.transaction().execute(async tx => {
    await lockAccount(tx, owner.id)
    const parts = await lockParts(tx, owner.id, ids)
    await refuse(tx, deps, parts)
    const bytes = bytesOf(parts)
    const wanted = { bytes, seconds: secondsOf(parts), openUploads: 1 }
    const over = await budgetRefusal(tx, deps.config.budgets, { userId: owner.id, videoId: null, wanted })
    if (over) throw over
    await deps.incoming.room.check(roomFor(bytes))
    await admit(tx)
    const [first] = parts as [VideoRow]
    const recording = chapterOf(first.file_name)?.recording ?? ''
    const { id } = await insertVideo(tx, {
      id: randomUUID(),
      userId: owner.id,
      ownerVerified: owner.emailVerified,
      title: titleOfJoined({ title: ownTitle(first), fileTitle: titleOfFile(first.file_name) }, recording),
      description: first.description,
      category: first.category,
      fileName: joinedName(recording),
      fingerprint: null,
      reservedBytes: bytes,
    })
    await setStatus(tx, id, 'processing')
    await insertJoin(tx, { videoId: id, parts: ids, now: deps.clock.now() })
    await deps.jobs.send(tx, joinJob, { videoId: id })
    return id
  })
}

import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { musicLimits } from '#contract/reels/music-limits.ts'
import { sentences } from '#sentences/music.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { withBodyFile } from '#server/core/http/body-file.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import { unsafeFindForUpdate, type VideoRow } from '#server/videos/index.ts'
import { kindOfMusic, UnusableMusicError } from './kinds.ts'
import { musicJob } from './read-music.ts'
import {
  dropUnusedMusic,
  findMusic,
  insertMusic,
  isPlanned,
  type MusicRow,
  musicOfVideo,
  sentKeyOf,
  unusedMusic,
  updateMusic,
} from './store.ts'

export type MusicDeps = Pick<Deps, 'db' | 'jobs' | 'objects' | 'clock' | 'config'>

/** Which video somebody's request is about. */
interface Ask {
  video: VideoRow
  by: Auditor
}

/** Records what staff do with the music of other people's reels. */
async function note(tx: Tx, { video, by }: Ask, action: string, { id, name }: MusicRow): Promise<void> {
  if (by.actorId === video.user_id) return
  await record(tx, {
    ...by,
    action,
    objectType: 'video',
    objectId: video.id,
    after: { musicId: id, name },
  })
}

async function refuseAnother(tx: Deps['db'], videoId: string): Promise<void> {
  const kept = (await musicOfVideo(tx, videoId)).filter(row => row.sent_key ?? row.object_key)
  if (kept.length >= musicLimits.files) throw new AppError('conflict', sentences.enough)
}

/**
 * Takes music that its sender confirmed to hold the rights to. A job reads it.
 * @throws AppError too_large, invalid_input when it isn't a kind of music, conflict when the video has enough
 */
export function uploadMusic(deps: MusicDeps, ask: Ask, name: string, body: Readable): Promise<MusicRow> {
  const { video, by } = ask
  const tooLarge = new AppError('too_large', sentences.tooLarge, { field: 'file' })
  const { actorId } = by
  if (!actorId) throw notFound('video')
  return withBodyFile(
    body,
    { idleMs: deps.config.bodyIdleMs, limit: musicLimits.bytes, tooLarge },
    async file => {
      await kindOfMusic(file).catch(cause => {
        if (!(cause instanceof UnusableMusicError)) throw cause
        throw new AppError('invalid_input', cause.sentence, { field: 'file', cause })
      })
      await refuseAnother(deps.db, video.id)
      const id = randomUUID()
      const key = sentKeyOf(video.id, id)
      await deps.objects.putFile(key, file, 'application/octet-stream')
      try {
        return await keep(deps, ask, { id, videoId: video.id, name, confirmedBy: actorId })
      } catch (error) {
        await deps.objects.delete(key)
        throw error
      }
    },
  )
}

function keep(
  { db, jobs, clock }: MusicDeps,
  ask: Ask,
  given: { id: string; videoId: string; name: string; confirmedBy: string },
): Promise<MusicRow> {
  return db.transaction().execute(async tx => {
    // Locked, so that two simultaneous requests don't exceed the limit.
    if (!(await unsafeFindForUpdate(tx, given.videoId))) throw notFound('video')
    await refuseAnother(tx, given.videoId)
    const row = await insertMusic(tx, { ...given, now: clock.now() })
    await note(tx, ask, 'music.upload', row)
    await jobs.send(tx, musicJob, { musicId: row.id })
    return row
  })
}

/** Deletes music with its file. @throws AppError not_found, conflict while a reel has it */
export async function deleteMusic(deps: MusicDeps, ask: Ask, id: string): Promise<void> {
  const keys = await deps.db.transaction().execute(async tx => {
    const row = await findMusic(tx, ask.video.id, id)
    if (!row) throw notFound('music')
    if (await isPlanned(tx, id)) throw new AppError('conflict', sentences.inUse)
    await note(tx, ask, 'music.delete', row)
    return dropUnusedMusic(tx, id)
  })
  for (const key of keys) await deps.objects.delete(key)
}

/**
 * Staff's decision whether reels with this music may be published.
 * @throws AppError not_found, conflict before it has been read
 */
export function decideMusic(
  { db, clock }: MusicDeps,
  { video, by }: Ask,
  id: string,
  allowed: boolean,
): Promise<MusicRow> {
  return db.transaction().execute(async tx => {
    const row = await findMusic(tx, video.id, id)
    if (!row) throw notFound('music')
    if (row.status !== 'ready') throw new AppError('conflict', sentences.notReady)
    if ((row.allowed_at !== null) === allowed) return row
    const change = allowed
      ? { allowed_by: by.actorId, allowed_at: clock.now() }
      : { allowed_by: null, allowed_at: null }
    await record(tx, {
      ...by,
      action: allowed ? 'music.allow' : 'music.disallow',
      objectType: 'video',
      objectId: video.id,
      before: { allowed: !allowed },
      after: { allowed, musicId: id, name: row.name },
    })
    return (await updateMusic(tx, id, change)) ?? row
  })
}

const graceMs = 24 * 3600_000
const atOnce = 500

/** Deletes music that no reel has used for a day. @returns how many */
export async function sweepMusic(deps: Pick<Deps, 'db' | 'objects' | 'clock'>): Promise<number> {
  const ids = await unusedMusic(deps.db, new Date(deps.clock.now().getTime() - graceMs), atOnce)
  for (const id of ids) {
    const keys = await deps.db.transaction().execute(tx => dropUnusedMusic(tx, id))
    for (const key of keys) await deps.objects.delete(key)
  }
  return ids.length
}

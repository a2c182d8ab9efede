import type { MusicBeats } from '#contract/reels/music.ts'
import { lastStartOf, type OwnMusic, ownMusicOf, startOfMusic } from '#contract/reels/music-limits.ts'
import { sentences } from '#sentences/music.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { beatsOfRow, findMusic, unsafeFindMusic } from './store.ts'

/** The music of a plan: a bed by its name, own music by its id, or none. */
type Music = string | OwnMusic | null

/** @throws AppError invalid_input when music starts so late that it is over at once */
function checkStart(music: Music, seconds: number): void {
  const latest = lastStartOf(seconds)
  if (startOfMusic(music) > latest)
    throw new AppError('invalid_input', sentences.startsTooLate({ latest }), { field: 'music' })
}

/**
 * Its start is checked once its length is known, at the latest when the reel is rendered.
 * @throws AppError not_found for own music of another video, invalid_input for a start after its last seconds
 */
export async function checkMusic(db: Queryable, videoId: string, music: Music): Promise<void> {
  const id = ownMusicOf(music)
  if (!id) return
  const row = await findMusic(db, videoId, id)
  if (!row) throw notFound('music')
  if (row.duration_seconds !== null) checkStart(music, row.duration_seconds)
}

/**
 * Own music as a reel needs it; null for a bed and for none.
 * @throws AppError not_found for another video's, conflict when it isn't ready, invalid_input as checkMusic
 */
export async function readyMusic(
  db: Queryable,
  videoId: string,
  music: Music,
): Promise<{ id: string; seconds: number; beats: MusicBeats | null } | null> {
  const id = ownMusicOf(music)
  if (!id) return null
  const row = await findMusic(db, videoId, id)
  if (!row) throw notFound('music')
  if (row.status === 'reading') throw new AppError('conflict', sentences.notReady)
  if (!row.object_key || row.duration_seconds === null) throw new AppError('conflict', sentences.unusable)
  checkStart(music, row.duration_seconds)
  return { id, seconds: row.duration_seconds, beats: beatsOfRow(row) }
}

/** Whose music a clip plays: its recipe says which, and its row what is known about it. */
interface Playing {
  recipe: { music: Music } | null
  music_id: string | null
}

/** Whether staff allowed the music of a clip; a bed of ours, and no music, needs nobody's leave. */
export async function isMusicAllowed(db: Queryable, { recipe, music_id }: Playing): Promise<boolean> {
  const id = ownMusicOf(recipe?.music ?? null)
  if (!id && !music_id) return true
  // What isn't certain is not allowed.
  if (id !== music_id || !music_id) return false
  return ((await unsafeFindMusic(db, music_id))?.allowed_at ?? null) !== null
}

/** Why a clip can't be published because of its music; null when it can. */
export const refusalOfMusic = async (db: Queryable, clip: Playing): Promise<Sentence | null> =>
  (await isMusicAllowed(db, clip)) ? null : sentences.notAllowed

import { unsafeFindClip } from '#server/clips/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { refusalOfMusic } from '#server/music/index.ts'

/** Why the music of a publication's clip keeps it from going out; null when nothing does. */
export async function unplayable(db: Queryable, clipId: string | null): Promise<Sentence | null> {
  const clip = clipId ? await unsafeFindClip(db, clipId) : null
  return clip && (await refusalOfMusic(db, clip))
}

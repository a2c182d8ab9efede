import { ownMusicOf } from '#contract/reels/music-limits.ts'
import type { Reel } from '#contract/reels/reels.ts'
import { presentClip, unsafeFindClip } from '#server/clips/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { Language } from '#server/core/sentences.ts'
import { verdictOf } from './rules.ts'
import type { ReelRow } from './store.ts'

/** A reel in the contract's format. */
export async function presentReel(db: Queryable, row: ReelRow, language: Language): Promise<Reel> {
  const clip = row.clip_id ? await unsafeFindClip(db, row.clip_id) : null
  const verdict = verdictOf(row)
  return {
    id: row.id,
    plan: row.plan,
    version: row.version,
    madeBy: row.made_by,
    clip: clip && presentClip(clip, language),
    ownMusic: clip ? clip.music_id : ownMusicOf(row.plan.music),
    changed: clip !== null && row.clip_version !== row.version,
    verdict,
    words: verdict === 'rejected' ? row.words : '',
    updatedAt: row.updated_at.toISOString(),
  }
}

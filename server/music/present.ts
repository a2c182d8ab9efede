import { api } from '#contract/paths.ts'
import type { MusicFile } from '#contract/reels/music.ts'
import { type Language, textIn } from '#server/core/sentences.ts'
import type { MusicRow } from './store.ts'

/** Music in the contract's format. @param language of its reader, for why it can't be used */
export const presentMusic = (row: MusicRow, language: Language): MusicFile => ({
  id: row.id,
  name: row.name,
  status: row.status,
  error: textIn(row.error, language),
  duration: row.duration_seconds,
  beats: beatsOfRow(row),
  confirmedAt: row.confirmed_at.toISOString(),
  allowed: row.allowed_at !== null,
  url: row.object_key && api.musicFile(row.video_id, row.id),
})

/** Its beat; null where none is clear. */
export const beatsOfRow = ({ bpm, first_beat }: Pick<MusicRow, 'bpm' | 'first_beat'>) =>
  bpm !== null && first_beat !== null ? { bpm, first: first_beat } : null

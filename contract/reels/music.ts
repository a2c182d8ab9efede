import { z } from 'zod'
import { finding } from '../findings.ts'
import { line } from '../text.ts'
import { musicLimits } from './music-limits.ts'

export const musicStatuses = ['reading', 'ready', 'failed'] as const
export type MusicStatus = (typeof musicStatuses)[number]

/** A steady beat; `first` is the second of its first stroke. */
export const musicBeats = z.object({ bpm: z.number(), first: z.number() })
export type MusicBeats = z.infer<typeof musicBeats>

/** Music that the maker of a reel brought. */
export const musicFile = z.object({
  id: z.string(),
  /** what its file was called */
  name: z.string(),
  status: z.enum(musicStatuses),
  /** why it can't be used */
  error: z.string().nullable(),
  /** seconds; null until it is ready */
  duration: z.number().nullable(),
  /** null where none is clear: then cuts stay where they are */
  beats: musicBeats.nullable(),
  /** when its maker said that they hold the rights; ISO 8601 */
  confirmedAt: z.string(),
  /** whether staff allow reels with it to be published */
  allowed: z.boolean(),
  /** its sound; null until it is ready, and once no reel needs it */
  url: z.string().nullable(),
})
export type MusicFile = z.infer<typeof musicFile>

/** POST /api/videos/{id}/music: the file itself is the body. */
export const uploadMusicQuery = z.strictObject({
  name: line(musicLimits.name, { min: 1 }),
  /** the sender's word that they hold the rights to this music, or have permission to use it */
  rights: z.literal('confirmed', finding('musicRights')),
})

/** POST /api/admin/videos/{id}/music/{musicId}/decide */
export const decideMusicBody = z.strictObject({ allowed: z.boolean() })

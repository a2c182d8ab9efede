import type { Clip, ClipGauges } from '#contract/clips.ts'
import { ownMusicOf } from '#contract/reels/music-limits.ts'
import { sentences } from '#sentences/clips.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { VideoRow } from '#server/videos/index.ts'
import { gaugesOf } from './gauges/burned-in.ts'
import { clipJob } from './jobs.ts'
import { reelSeconds } from './reel/reel-command.ts'
import { missingGlyph } from './reel/title-card.ts'
import { digestOfReel, type ReelRecipe } from './rules.ts'
import { type ClipRow, openClip } from './store.ts'

/**
 * Requests a person's reel, in the caller's transaction; the same one is rendered once and kept.
 * @param admit called when something must be rendered; nothing happens when it throws
 * @throws AppError conflict while there is no original or nothing for the gauges to show, invalid_input for a title
 * that can't be drawn
 */
export async function requestMadeIn(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  video: VideoRow,
  wanted: {
    format: Clip['format']
    recipe: ReelRecipe
    gauges: ClipGauges
    /** the rider asks for it, not our staff */
    byRider: boolean
    admit: (tx: Tx) => Promise<void>
  },
): Promise<ClipRow> {
  const { format, recipe, admit } = wanted
  if (!video.original_key || !video.probe) throw new AppError('conflict', sentences.notReady)
  const sign = recipe.title && missingGlyph(recipe.title.text)
  if (sign) throw new AppError('invalid_input', sentences.noGlyph({ sign }), { field: 'title' })
  const parts = recipe.pieces.map(({ start, end, focus }) => ({ start, end, focus }))
  const gauges = await gaugesOf(tx, video, wanted, parts)
  const clip = await openClip(tx, {
    videoId: video.id,
    kind: 'reel',
    format,
    parts,
    recipe,
    musicId: ownMusicOf(recipe.music),
    digest: digestOfReel(format, recipe, gauges),
    gauges,
    durationSeconds: reelSeconds(recipe),
  })
  if (clip.status === 'pending' && (await jobs.send(tx, clipJob, { clipId: clip.id }))) await admit(tx)
  return clip
}

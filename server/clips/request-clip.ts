import type { z } from 'zod'
import type { Clip, ClipGauges, clipBody } from '#contract/clips.ts'
import { ownMusicOf } from '#contract/reels/music-limits.ts'
import { sentences } from '#sentences/clips.ts'
import { gaugeDataFor, resultOf } from '#server/analysis/index.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import { lockOwner, type VideoRow } from '#server/videos/index.ts'
import { reelSeconds } from './reel/reel-command.ts'
import { missingGlyph } from './reel/title-card.ts'
import { clipJob } from './render-clip.ts'
import {
  type BurnedIn,
  digestOf,
  digestOfReel,
  durationOf,
  type Part,
  type ReelRecipe,
  settleParts,
} from './rules.ts'
import { type ClipRow, type NewClip, openClip } from './store.ts'

/** A highlight or reel of an analysis, by its index; gauges are left out unless requested. */
type WantedClip = Omit<z.output<typeof clipBody>, 'gauges'> & {
  gauges?: ClipGauges
  /** the rider asks for it, not our staff */
  byRider?: boolean
}

/** What of the ride the wanted gauges show in the parts. @throws AppError conflict when there is nothing to show */
async function gaugesOf(
  db: Queryable,
  video: VideoRow,
  { gauges: choice, byRider = false }: { gauges?: ClipGauges; byRider?: boolean },
  parts: readonly Part[],
): Promise<BurnedIn | null> {
  if (!choice || choice === 'none') return null
  const { ride } = await gaugeDataFor(db, video, parts, { byRider })
  if (!ride) throw new AppError('conflict', sentences.noGauges)
  return { choice, ride, byRider }
}

/**
 * The clip of a highlight or reel, to be requested.
 * @param runId the analysis that the index refers to; the newest one by default
 * @throws AppError conflict before the analysis is done, not_found for an unknown index
 */
export async function planClip(
  db: Queryable,
  video: VideoRow,
  wanted: WantedClip,
  runId: string | null = null,
): Promise<NewClip> {
  const result = await resultOf(db, video.id, runId)
  if (!result || !video.original_key) throw new AppError('conflict', sentences.notAnalyzed)
  const spans =
    wanted.kind === 'highlight'
      ? [{ ...result.highlights[wanted.index], highlight: wanted.index }]
      : (result.compilations[wanted.index]?.clips ?? [])
  const found = spans.flatMap(({ start, end, highlight }) =>
    start === undefined || end === undefined
      ? []
      : [{ start, end, focus: result.highlights[highlight]?.focus ?? [] }],
  )
  if (!found.length) throw notFound(wanted.kind === 'highlight' ? 'highlight' : 'compilation')
  const parts = settleParts(found, video.duration_seconds)
  const gauges = await gaugesOf(db, video, wanted, parts)
  return {
    videoId: video.id,
    kind: wanted.kind,
    format: wanted.format,
    parts,
    digest: digestOf(wanted.format, parts, gauges),
    gauges,
    durationSeconds: durationOf(parts),
  }
}

/**
 * A section of a video by its seconds, to be requested when no analysis chose one.
 * @throws AppError conflict while there is no original
 */
export function planSpan(
  video: VideoRow,
  { start, end, format }: { start: number; end: number; format: Clip['format'] },
): NewClip {
  if (!video.original_key) throw new AppError('conflict', sentences.notReady)
  const parts = settleParts([{ start, end, focus: [] }], video.duration_seconds)
  return {
    videoId: video.id,
    kind: 'reel',
    format,
    parts,
    digest: digestOf(format, parts),
    durationSeconds: durationOf(parts),
  }
}

/**
 * Requests a planned clip, in the transaction that changed what is wanted; the same one is rendered once and then kept.
 * @param admit called when something must be rendered; nothing happens when it throws
 */
export async function requestPlanned(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  planned: NewClip,
  admit?: (tx: Tx) => Promise<void>,
): Promise<ClipRow> {
  // What is admitted may count what the account holds, and a clip's row locks its video, which comes after the account.
  if (admit) await lockOwner(tx, planned.videoId)
  const clip = await openClip(tx, planned)
  if (clip.status === 'pending' && (await jobs.send(tx, clipJob, { clipId: clip.id }))) await admit?.(tx)
  return clip
}

/** Requests a clip of a highlight or reel of the newest analysis, in the transaction that changed what is wanted. */
export const requestClipIn = async (
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  video: VideoRow,
  wanted: WantedClip,
  admit?: (tx: Tx) => Promise<void>,
): Promise<ClipRow> => requestPlanned(tx, deps, await planClip(tx, video, wanted), admit)

/** The same in a separate transaction. */
export const requestClip = (
  deps: Pick<Deps, 'db' | 'jobs'>,
  video: VideoRow,
  wanted: WantedClip,
  admit: (tx: Tx) => Promise<void>,
): Promise<ClipRow> => deps.db.transaction().execute(tx => requestClipIn(tx, deps, video, wanted, admit))

/**
 * Requests a person's reel, in the caller's transaction; the same one is rendered once and kept.
 * @param admit called when something must be rendered; nothing happens when it throws
 * @throws AppError conflict while there is no original or nothing for the gauges to show, invalid_input for a title
 * that can't be drawn
 */
export async function requestMadeIn(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
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
  return requestPlanned(
    tx,
    deps,
    {
      videoId: video.id,
      kind: 'reel',
      format,
      parts,
      recipe,
      musicId: ownMusicOf(recipe.music),
      digest: digestOfReel(format, recipe, gauges),
      gauges,
      durationSeconds: reelSeconds(recipe),
    },
    admit,
  )
}

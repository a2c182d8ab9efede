import type { z } from 'zod'
import type { ClipGauges, clipBody } from '#contract/clips.ts'
import { sentences } from '#sentences/clips.ts'
import { resultOf } from '#server/analysis/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { VideoRow } from '#server/videos/index.ts'
import { gaugesOf } from './gauges/burned-in.ts'
import { clipJob } from './jobs.ts'
import { digestOf, durationOf, settleParts } from './rules.ts'
import { type ClipRow, openClip } from './store.ts'

/**
 * Requests a clip of a highlight or reel; the same request is rendered once and then kept.
 * @param admit called when something must be rendered; nothing happens when it throws
 * @throws AppError conflict before the analysis is done, not_found for an unknown index
 */
export function requestClip(
  deps: Pick<Deps, 'db' | 'jobs'>,
  video: VideoRow,
  wanted: WantedClip,
  admit: (tx: Tx) => Promise<void>,
): Promise<ClipRow> {
  return deps.db.transaction().execute(tx => requestClipIn(tx, deps, video, wanted, null, admit))
}

/** A highlight or reel of an analysis, by its index; gauges are left out unless requested. */
type WantedClip = Omit<z.output<typeof clipBody>, 'gauges'> & {
  gauges?: ClipGauges
  /** the rider asks for it, not our staff */
  byRider?: boolean
}

/**
 * The same, in the transaction that changed what is wanted.
 * @param runId the analysis that the index refers to; the newest one by default
 */
export async function requestClipIn(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  video: VideoRow,
  wanted: WantedClip,
  runId: string | null = null,
  admit: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<ClipRow> {
  const result = await resultOf(tx, video.id, runId)
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
  const gauges = await gaugesOf(tx, video, wanted, parts)
  const clip = await openClip(tx, {
    videoId: video.id,
    kind: wanted.kind,
    format: wanted.format,
    parts,
    digest: digestOf(wanted.format, parts, gauges),
    gauges,
    durationSeconds: durationOf(parts),
  })
  if (clip.status === 'pending' && (await jobs.send(tx, clipJob, { clipId: clip.id }))) await admit(tx)
  return clip
}

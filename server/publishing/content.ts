import type { AnalysisResult, Highlight } from '#contract/analysis.ts'
import type { UnitSystem } from '#contract/gauges/units.ts'
import type { Platform, PublicationContent } from '#contract/publishing/publications.ts'
import { sentences } from '#sentences/publishing.ts'
import { findingsFor, momentOf, resultOf, writtenTextsOf } from '#server/analysis/index.ts'
import { type ClipRow, requestClipIn, requestSpanIn, unsafeFindClip } from '#server/clips/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { refusalOfMusic } from '#server/music/index.ts'
import { type Moment, platformOf } from '#server/platforms/index.ts'
import { approvedReel } from '#server/reels/index.ts'
import { marksOf } from '#server/review/index.ts'
import { approvedOf, requestShared, type VideoRow } from '#server/videos/index.ts'
import type { PublishingDeps } from './deps.ts'

const { parts } = sentences

type Moments = Record<UnitSystem, Moment>

/** What is published: the whole video, or a clip that is rendered or being rendered. */
export interface ResolvedContent {
  /** identifies the bytes: the same content has the same text */
  content: string
  /** what it is called */
  label: Sentence
  clip: ClipRow | null
  /** what the clip shows, in each system of units; null for the whole video, and for a clip without highlights */
  moments: Moments | null
}

const whole: ResolvedContent = { content: 'video', label: parts.whole, clip: null, moments: null }
const pieceOf = (clip: ClipRow, label: Sentence, moments: Moments | null): ResolvedContent => ({
  content: `clip:${clip.digest}`,
  label,
  clip,
  moments,
})

/** What a clip shows. @param pick the highlights in it */
async function momentsIn(
  tx: Tx,
  video: VideoRow,
  runId: string | null | undefined,
  seconds: number,
  pick: (result: AnalysisResult) => (Highlight | undefined)[],
): Promise<Moments | null> {
  const found = await findingsFor(tx, video, null, runId)
  if (!found) return null
  const { result } = found
  const { title } = approvedOf(video) ?? video
  const shown = pick(result).filter(highlight => highlight !== undefined)
  const texts = await writtenTextsOf(tx, video.id, runId)
  // A title that the rider took from the analysis has its units.
  const ours = texts?.imperial && title === texts.metric.title ? texts.imperial.title : title
  const given = { scenes: result.scenes, seconds }
  const metric = momentOf(shown, { ...given, title, units: 'metric' })
  const imperial = momentOf(shown, { ...given, title: ours, units: 'imperial' })
  return metric && imperial && { metric, imperial }
}

/** Highlights and reels in order of preference: approved by staff, then reels, then by score. */
async function bestPiece(tx: Tx, video: VideoRow, longest: number): Promise<PublicationContent | null> {
  const released = approvedOf(video)
  // It was approved before any analysis, so nothing found since has been reviewed.
  if (released && !released.runId) return null
  const runId = released?.runId
  const result = await resultOf(tx, video.id, runId)
  if (!result) return null
  const { approvals } = await marksOf(tx, video.id, runId)
  const approved = (kind: 'highlight' | 'compilation', index: number) =>
    approvals.some(a => a.kind === kind && a.index === index)
  const candidates = [
    ...result.compilations.map((c, index) => ({
      kind: 'reel' as const,
      index,
      seconds: c.clips.reduce((sum, p) => sum + p.end - p.start, 0),
      rank: (approved('compilation', index) ? 4 : 0) + 1 + c.score,
    })),
    ...result.highlights.map((h, index) => ({
      kind: 'highlight' as const,
      index,
      seconds: h.end - h.start,
      rank: (approved('highlight', index) ? 4 : 0) + h.score,
    })),
  ].filter(c => c.seconds > 0 && c.seconds <= longest)
  const best = candidates.sort((a, b) => b.rank - a.rank)[0]
  return best ? { kind: best.kind, index: best.index } : null
}

/**
 * A reel that a person made.
 * @throws AppError not_found unless staff approved its current rendering, conflict unless they allowed its own music
 */
async function madeReel(tx: Tx, video: VideoRow, id: string): Promise<ResolvedContent> {
  const approved = await approvedReel(tx, video.id, id)
  const clip = approved && (await unsafeFindClip(tx, approved.clipId))
  if (!clip) throw notFound('reel')
  const refused = await refusalOfMusic(tx, clip)
  if (refused) throw new AppError('conflict', refused, { field: 'content' })
  const touches = (h: Highlight) => clip.parts.some(part => h.start < part.end && h.end > part.start)
  const moments = await momentsIn(tx, video, null, clip.duration_seconds, result =>
    result.highlights.filter(touches),
  )
  const { title } = approved.plan
  const seconds = Math.round(clip.duration_seconds)
  return pieceOf(clip, title ? parts.titledReel({ title }) : parts.untitledReel({ seconds }), moments)
}

const refuseTooLong = (seconds: number, { facts, longestSeconds }: ReturnType<typeof platformOf>): void => {
  if (seconds > longestSeconds)
    throw new AppError(
      'invalid_input',
      sentences.tooLong({ seconds: Math.round(seconds), platform: facts.name, most: longestSeconds }),
      { field: 'content' },
    )
}

/**
 * Determines which part of a video is published and requests its render, in the caller's transaction.
 * Platforms for short videos get a clip: the start of the video if no analysis chose a highlight.
 * @throws AppError not_found for an unknown index, invalid_input for a clip that is too long
 */
export async function resolveContent(
  tx: Tx,
  deps: Pick<PublishingDeps, 'jobs'>,
  video: VideoRow,
  platform: Platform,
  wanted: PublicationContent,
): Promise<ResolvedContent> {
  const target = platformOf(platform)
  const { facts, format, longestSeconds, pickedSeconds } = target
  if (wanted.kind === 'made') {
    const made = await madeReel(tx, video, wanted.reel)
    refuseTooLong(made.clip?.duration_seconds ?? 0, target)
    return made
  }
  if (facts.wholeVideo && (wanted.kind === 'auto' || wanted.kind === 'video')) {
    await requestShared(tx, deps, video.id)
    return whole
  }
  const asked = wanted.kind === 'highlight' || wanted.kind === 'reel' ? wanted : null
  const chosen = asked ?? (wanted.kind === 'auto' ? await bestPiece(tx, video, pickedSeconds) : null)
  if (!chosen || !('index' in chosen)) {
    const end = Math.min(longestSeconds, pickedSeconds, video.duration_seconds)
    const clip = await requestSpanIn(tx, deps, video, { start: 0, end, format })
    const released = approvedOf(video)
    // If the video was approved before any analysis, nothing found since has been reviewed.
    const reviewed = !released || released.runId !== null
    const moments = reviewed
      ? await momentsIn(tx, video, released?.runId, end, ({ highlights }) =>
          highlights.filter(h => h.end <= end + 0.5),
        )
      : null
    return pieceOf(
      clip,
      end >= video.duration_seconds ? parts.upright : parts.first({ seconds: Math.round(end) }),
      moments,
    )
  }
  // Staff pick by number from the newest analysis; automatic picks come from the approved one.
  const runId = asked ? null : approvedOf(video)?.runId
  const clip = await requestClipIn(tx, deps, video, { kind: chosen.kind, index: chosen.index, format }, runId)
  refuseTooLong(clip.duration_seconds, target)
  const { kind, index } = chosen
  const moments = await momentsIn(tx, video, runId, clip.duration_seconds, ({ highlights, compilations }) =>
    kind === 'highlight'
      ? [highlights[index]]
      : (compilations[index]?.clips ?? []).map(part => highlights[part.highlight]),
  )
  return pieceOf(clip, (kind === 'reel' ? parts.reel : parts.highlight)({ number: index + 1 }), moments)
}

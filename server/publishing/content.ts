import type { UnitSystem } from '#contract/gauges/units.ts'
import type { Platform, PublicationContent } from '#contract/publishing/publications.ts'
import { sentences } from '#sentences/publishing.ts'
import {
  type AnalysisResult,
  findingsFor,
  type Highlight,
  momentOf,
  resultOf,
  textsIn,
  writtenTextsOf,
} from '#server/analysis/index.ts'
import {
  type ClipRow,
  type NewClip,
  planClip,
  planSpan,
  requestPlanned,
  unsafeFindClip,
} from '#server/clips/index.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { refusalOfMusic } from '#server/music/index.ts'
import { type Moment, platformOf } from '#server/platforms/index.ts'
import { approvedReel } from '#server/reels/index.ts'
import { marksOf } from '#server/review/index.ts'
import { approvedOf, ownTitle, requestShared, type VideoRow } from '#server/videos/index.ts'
import type { PublishingDeps } from './deps.ts'

const { parts } = sentences

type Moments = Record<UnitSystem, Moment>

/** What is to be published: the whole video, or a clip. */
export interface PlannedContent {
  /** identifies the bytes: the same content has the same text */
  content: string
  /** what it is called */
  label: Sentence
  /** null for the whole video; a reel that a person made is there already */
  clip: NewClip | ClipRow | null
  /** what the clip shows, in each system of units; null for the whole video, and for a clip without highlights */
  moments: Moments | null
}

const whole: PlannedContent = { content: 'video', label: parts.whole, clip: null, moments: null }
const pieceOf = (clip: NewClip | ClipRow, label: Sentence, moments: Moments | null): PlannedContent => ({
  content: `clip:${clip.digest}`,
  label,
  clip,
  moments,
})

/** What a clip shows. @param pick the highlights in it */
async function momentsIn(
  db: Queryable,
  video: VideoRow,
  runId: string | null | undefined,
  seconds: number,
  pick: (result: AnalysisResult) => (Highlight | undefined)[],
): Promise<Moments | null> {
  const found = await findingsFor(db, video, null, runId)
  if (!found) return null
  const { result } = found
  const { title } = approvedOf(video) ?? video
  const shown = pick(result).filter(highlight => highlight !== undefined)
  const texts = await writtenTextsOf(db, video.id, runId)
  const isOurs = (one: string) => texts?.metric.title === one || texts?.imperial?.title === one
  // The generated title already says what happens in the ride, and in which units.
  const named = ownTitle(video, { title, generated: isOurs(title) ? title : video.ai_title })
  // One that the rider kept is said in the channel's.
  const momentIn = (units: UnitSystem) =>
    momentOf(shown, {
      scenes: result.scenes,
      seconds,
      title: texts && isOurs(named) ? textsIn(texts, units).title : named,
      units,
    })
  const [metric, imperial] = [momentIn('metric'), momentIn('imperial')]
  return metric && imperial && { metric, imperial }
}

/** Highlights and reels in order of preference: approved by staff, then reels, then by score. */
async function bestPiece(
  db: Queryable,
  video: VideoRow,
  longest: number,
): Promise<PublicationContent | null> {
  const released = approvedOf(video)
  // It was approved before any analysis, so nothing found since has been reviewed.
  if (released && !released.runId) return null
  const runId = released?.runId
  const result = await resultOf(db, video.id, runId)
  if (!result) return null
  const { approvals } = await marksOf(db, video.id, runId)
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

const refuseTooLong = (seconds: number, { facts, longestSeconds }: ReturnType<typeof platformOf>): void => {
  if (seconds > longestSeconds)
    throw new AppError(
      'invalid_input',
      sentences.tooLong({ seconds: Math.round(seconds), platform: facts.name, most: longestSeconds }),
      { field: 'content' },
    )
}

/**
 * A reel that a person made.
 * @throws AppError not_found unless staff approved its current rendering, conflict unless they allowed its own music,
 * invalid_input when it is too long
 */
async function madeReel(
  db: Queryable,
  video: VideoRow,
  target: ReturnType<typeof platformOf>,
  id: string,
): Promise<PlannedContent> {
  const approved = await approvedReel(db, video.id, id)
  const clip = approved && (await unsafeFindClip(db, approved.clipId))
  if (!clip) throw notFound('reel')
  const refused = await refusalOfMusic(db, clip)
  if (refused) throw new AppError('conflict', refused, { field: 'content' })
  refuseTooLong(clip.duration_seconds, target)
  const touches = (h: Highlight) => clip.parts.some(part => h.start < part.end && h.end > part.start)
  const moments = await momentsIn(db, video, null, clip.duration_seconds, result =>
    result.highlights.filter(touches),
  )
  const { title } = approved.plan
  const seconds = Math.round(clip.duration_seconds)
  return pieceOf(clip, title ? parts.titledReel({ title }) : parts.untitledReel({ seconds }), moments)
}

/**
 * Determines which part of a video is published; requestContent requests its file. Platforms for short videos get
 * a clip: the start of the video if no analysis chose a highlight.
 * @throws AppError not_found for an unknown index, invalid_input for a clip that is too long
 */
export async function planContent(
  db: Queryable,
  video: VideoRow,
  platform: Platform,
  wanted: PublicationContent,
): Promise<PlannedContent> {
  const target = platformOf(platform)
  const { facts, format, longestSeconds, pickedSeconds } = target
  if (wanted.kind === 'made') return madeReel(db, video, target, wanted.reel)
  if (facts.wholeVideo && (wanted.kind === 'auto' || wanted.kind === 'video')) return whole
  const asked = wanted.kind === 'highlight' || wanted.kind === 'reel' ? wanted : null
  const chosen = asked ?? (wanted.kind === 'auto' ? await bestPiece(db, video, pickedSeconds) : null)
  if (!chosen || !('index' in chosen)) {
    const end = Math.min(longestSeconds, pickedSeconds, video.duration_seconds)
    const clip = planSpan(video, { start: 0, end, format })
    const released = approvedOf(video)
    // If the video was approved before any analysis, nothing found since has been reviewed.
    const reviewed = !released || released.runId !== null
    const moments = reviewed
      ? await momentsIn(db, video, released?.runId, end, ({ highlights }) =>
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
  const clip = await planClip(db, video, { kind: chosen.kind, index: chosen.index, format }, runId)
  refuseTooLong(clip.durationSeconds, target)
  const { kind, index } = chosen
  const moments = await momentsIn(db, video, runId, clip.durationSeconds, ({ highlights, compilations }) =>
    kind === 'highlight'
      ? [highlights[index]]
      : (compilations[index]?.clips ?? []).map(part => highlights[part.highlight]),
  )
  return pieceOf(clip, (kind === 'reel' ? parts.reel : parts.highlight)({ number: index + 1 }), moments)
}

/**
 * Requests the file of what is published, in the transaction that publishes it.
 * @returns the clip's id; null for the whole video
 */
export async function requestContent(
  tx: Tx,
  deps: Pick<PublishingDeps, 'jobs'>,
  videoId: string,
  { clip }: PlannedContent,
): Promise<string | null> {
  if (clip) return 'id' in clip ? clip.id : (await requestPlanned(tx, deps, clip)).id
  await requestShared(tx, deps, videoId)
  return null
}

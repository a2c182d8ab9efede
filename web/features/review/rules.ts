import type { CompiledHighlights, Highlight, ThumbnailRecommendation } from '#contract/analysis.ts'
import type { AiProcessedVideo, ReviewState } from '#contract/review.ts'
import { isWaitingForReview } from '#contract/video-statuses.ts'
import { texts } from '#texts/features/review.ts'

/** Statuses that wait for staff. */
export const isWaiting = (video: Pick<AiProcessedVideo, 'status'>): boolean =>
  isWaitingForReview(video.status)

/** Below this viral potential, 0 to 1, hardly any video is worth a look. */
const tailBelow = 0.1
/** Whether a video waits for staff with hardly any viral potential. */
export const isTail = (video: Pick<AiProcessedVideo, 'status' | 'aiViralPotentialScore'>): boolean =>
  isWaiting(video) && video.aiViralPotentialScore !== null && video.aiViralPotentialScore < tailBelow

/** The highlights of a list row: lists have no evidence for each, a single video's answer has. */
export type ListedHighlight = Omit<Highlight, 'evidence' | 'focus'>

function parsed<T>(text: string | null): T[] {
  if (!text) return []
  const value: unknown = JSON.parse(text)
  return Array.isArray(value) ? (value as T[]) : []
}

/** Whether a highlight is trimmed; one that was trimmed back isn't. */
export const isTrimmed = (trim: ReviewState['trims'][number] | undefined | null): boolean =>
  !!trim && (Math.abs(trim.start - trim.originalStart) > 0.05 || Math.abs(trim.end - trim.originalEnd) > 0.05)

/** The highlights by their index in the newest analysis, with the ends that staff set. */
export function highlightsOf(
  video: Pick<AiProcessedVideo, 'aiHighlights'>,
  trims: ReviewState['trims'] = [],
): ListedHighlight[] {
  const byIndex = new Map(trims.map(trim => [trim.index, trim]))
  return parsed<ListedHighlight>(video.aiHighlights).map((highlight, index) => {
    const trim = byIndex.get(index)
    return trim ? { ...highlight, start: trim.start, end: trim.end } : highlight
  })
}

export const thumbnailsOf = (video: Pick<AiProcessedVideo, 'aiThumbnailRecommendations'>) =>
  parsed<ThumbnailRecommendation>(video.aiThumbnailRecommendations)

export const compilationsOf = (video: Pick<AiProcessedVideo, 'aiCompiledHighlights'>) =>
  parsed<Omit<CompiledHighlights, 'clips'>>(video.aiCompiledHighlights)

export const creatorName = ({ firstName, lastName }: AiProcessedVideo['user']): string =>
  [firstName, lastName].filter(Boolean).join(' ') || texts.list.unknownCreator

type Listed = Pick<AiProcessedVideo, 'id' | 'status'>

/** The previous or next video in the list; the first one if none is selected; null at the ends. */
export function beside<V extends Listed>(list: readonly V[], id: string | null, step: 1 | -1): V | null {
  const at = list.findIndex(video => video.id === id)
  if (at === -1) return list[0] ?? null
  return list[at + step] ?? null
}

/**
 * Where to go after a decision: the next video to review, from here to the end and then from the start. One that
 * someone else has open is left to them, unless nothing else waits.
 * @param taken the videos that others have open, by id
 */
export function nextWaiting<V extends Listed>(
  list: readonly V[],
  id: string,
  taken: ReadonlyMap<string, unknown> = new Map(),
): V | null {
  const at = list.findIndex(video => video.id === id)
  const following = [...list.slice(at + 1), ...list.slice(0, Math.max(0, at))].filter(isWaiting)
  return following.find(video => !taken.has(video.id)) ?? following[0] ?? null
}

/** Whether a decision can still be undone at this time (milliseconds). */
export const mayUndo = (decision: ReviewState['lastDecision'], now: number): boolean =>
  !!decision?.mine && decision.undoUntil !== null && Date.parse(decision.undoUntil) > now

/** Tags as typed, separated by commas or line breaks: trimmed, without duplicates. */
export const tagsFrom = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map(tag => tag.trim())
      .filter(Boolean),
  ),
]

/** Hashtags as typed, separated by spaces or commas, without #, without duplicates. */
export const hashtagsFrom = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,]+/)
      .map(tag => tag.replace(/^#+/, ''))
      .filter(Boolean),
  ),
]

import type { TimeSpan } from '#contract/analysis.ts'
import { type RejectionReason, shortestHighlightSeconds } from '#contract/rejections.ts'
import type { DecisionKind } from '#contract/review.ts'
import { isArriving, isWaitingForReview, type VideoStatus } from '#contract/video-statuses.ts'
import { sentences as reasonSentences } from '#sentences/rejections.ts'
import { sentences } from '#sentences/review.ts'
import type { Sentence, Text } from '#server/core/sentences.ts'

export interface LastDecision {
  kind: DecisionKind
  actorId: string
  /** null once the person's account is deleted */
  name: string | null
}

/**
 * The message for the second of two deciders. @param last the decision that came first; null when there is none
 */
export function overtaken(last: LastDecision | null, me: string): Sentence {
  if (!last) return sentences.changed
  const { kind, name } = last
  return last.actorId === me ? sentences.changedByYou({ kind }) : sentences.changedBy({ name, kind })
}

export type Verdict = 'approve' | 'reject' | 'publish'
const reached: Record<Verdict, VideoStatus> = {
  approve: 'approved',
  reject: 'rejected',
  publish: 'published',
}

export interface VerdictGiven {
  status: VideoStatus
  playable: boolean
  /** whether the decider stated the version they decide about, and it is the current one */
  knowsState: boolean
  last: LastDecision | null
  me: string
}

/**
 * Whether a video may be approved, rejected or published in its current state. Without a stated version, only
 * a video that awaits review can be decided on, so that of two simultaneous deciders one wins and the other
 * gets a conflict.
 * @returns 'go', 'done' when the same person has already decided exactly this, or why not
 */
export function mayDecide(verdict: Verdict, given: VerdictGiven): 'go' | 'done' | { refusal: Sentence } {
  const { status, playable, knowsState, last, me } = given
  if (isArriving(status)) return { refusal: sentences.processing }
  if (status === 'failed') return { refusal: sentences.nothingToDecide }
  if (!playable && verdict !== 'reject') return { refusal: sentences.cannotPlay }
  if (status === reached[verdict]) return last?.actorId === me ? 'done' : { refusal: already(last, status) }
  if (status === 'published') return { refusal: sentences.hideInstead({ said: already(last, status) }) }
  // Already being sent to a platform; the person who released it may repeat the request to see its state.
  if (verdict === 'publish' && last?.kind === 'publish' && last.actorId !== me && !knowsState)
    return { refusal: already(last, status) }
  const open = isWaitingForReview(status) || (verdict === 'publish' && status === 'approved')
  return open || knowsState ? 'go' : { refusal: already(last, status) }
}

const already = (last: LastDecision | null, status: VideoStatus) =>
  last
    ? sentences.alreadyDecided({ name: last.name, kind: last.kind })
    : sentences.alreadyInStatus({ status })

/** The sentence shown to the owner of a rejected video. @returns null when a text is missing */
export function rejectionSentence(reason: RejectionReason, words: string): Text | null {
  if (reason === 'other') return words || null
  const { sentence } = reasonSentences[reason]
  return words ? sentences.reasonAndWords({ reason: sentence, words }) : sentence
}

/** Why a highlight can't have these bounds, as a sentence; null when it can. Seconds. */
export function refusalOfTrim(start: number, end: number, durationSeconds: number): Sentence | null {
  if (end > durationSeconds + 0.05) return sentences.pastEnd
  if (end - start < shortestHighlightSeconds)
    return sentences.highlightTooShort({ seconds: shortestHighlightSeconds })
  return null
}

/** No short-video platform accepts longer reels. */
const longestShortSeconds = 180

/** The index of each chosen highlight, which may be given by its bounds; -1 for one that doesn't exist. */
export const indexesOf = (
  chosen: readonly (number | TimeSpan)[],
  highlights: readonly TimeSpan[],
): number[] =>
  chosen.map(one =>
    typeof one === 'number'
      ? one
      : highlights.findIndex(({ start, end }) => start === one.start && end === one.end),
  )

/** Why these highlights can't form a reel; null when they can. */
export function refusalOfCompilation(
  indexes: readonly number[],
  highlights: readonly { start: number; end: number }[],
  type: 'short' | 'wide',
): Sentence | null {
  if (indexes.some(i => !highlights[i])) return sentences.noHighlight
  if (new Set(indexes).size !== indexes.length) return sentences.highlightOnce
  const total = indexes.reduce((sum, i) => sum + lengthOf(highlights[i]), 0)
  if (type === 'short' && total > longestShortSeconds)
    return sentences.shortTooLong({ most: longestShortSeconds, seconds: Math.ceil(total) })
  return null
}

export const lengthOf = (part: { start: number; end: number } | undefined): number =>
  part ? part.end - part.start : 0

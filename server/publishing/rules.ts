import type { FailureKind, PublicationState } from '#contract/publishing/publications.ts'
import { isArriving, type VideoStatus } from '#contract/video-statuses.ts'
import { sentences as history } from '#sentences/history.ts'
import type { Sentence } from '#server/core/sentences.ts'

/** Why a video can't be published now, as a sentence; null when it can. */
export function unpublishable(video: {
  status: VideoStatus
  held: boolean
  hidden: boolean
  hasOriginal: boolean
}): Sentence | null {
  if (video.held) return history.notAccepted
  if (video.hidden) return history.hidVideo
  if (video.status === 'rejected') return history.rejectedVideo
  if (video.status === 'failed') return history.notProcessed
  if (isArriving(video.status) || !video.hasOriginal) return history.notReady
  return null
}

const longestPause = 900
/** Attempts without a byte of progress. */
export const mostAttempts = 12
/** How long a lost post is searched before it counts as missing, because platforms' lists lag behind. */
export const lookUps = { times: 3, firstSeconds: 10 }

/**
 * Seconds until the next attempt after this many failures: 5, 10, 20 … 900; or what the platform asks for, if
 * longer.
 */
export const pauseSeconds = (attempts: number, asked: number | undefined): number =>
  Math.max(asked ?? 0, Math.min(longestPause, 5 * 2 ** Math.min(10, Math.max(0, attempts - 1))))

/**
 * How long a pause lasts that a platform asks for once more: twice as long each time, up to 15 minutes, never shorter
 * than asked.
 */
export const pauseAgainMs = (askedMs: number, repeats: number): number =>
  Math.max(askedMs, Math.min(longestPauseAgainMs, askedMs * 2 ** Math.min(20, repeats)))

/**
 * Seconds until a platform is asked again about a post's status, by how long it has had it: 5 at first, up to
 * 600.
 */
export const checkAgainSeconds = (processingSeconds: number): number =>
  Math.min(600, Math.max(5, Math.round(processingSeconds / 2)))

/** What a failed attempt means for a publication. */
export type Next =
  | { state: 'again'; inSeconds: number }
  | { state: 'look_up' }
  | { state: 'failed'; kind: FailureKind }
export function afterFailure(
  kind: FailureKind,
  given: { attempts: number; retryAfterSeconds?: number | undefined; paced: boolean },
): Next {
  if (kind === 'unknown_outcome') return { state: 'look_up' }
  if (kind === 'retry_after' && (given.paced || given.attempts < mostAttempts))
    return { state: 'again', inSeconds: pauseSeconds(given.attempts, given.retryAfterSeconds) }
  return { state: 'failed', kind }
}

/** Where a failed or interrupted publication resumes: never before a step that may have been done. */
export function resumeState(row: {
  remote_id: string | null
  session: string | null
  opening_at: Date | null
}): PublicationState {
  if (row.remote_id) return 'processing'
  if (row.session) return 'uploading'
  return row.opening_at ? 'unknown' : 'queued'
}

/** Whether it can still be canceled or edited: nothing has been requested from a platform yet. */
export const untouched = (row: { state: string; opening_at: Date | null }): boolean =>
  (row.state === 'scheduled' || row.state === 'queued') && row.opening_at === null

const minuteMs = 60_000
const longestPauseAgainMs = 15 * minuteMs
const hourMs = 3600_000
const dayMs = 24 * hourMs

/**
 * When the next start may happen, given earlier starts: at most `perMinute` in any rolling minute, `perHour`
 * in any rolling hour and `perDay` in any rolling day. A clock that was set back frees nothing: starts in the
 * future count.
 */
export function freeAt(
  starts: readonly Date[],
  limits: { perMinute?: number; perHour: number; perDay: number },
  now: Date,
): Date {
  const freed = (limit: number, span: number) => {
    const within = starts
      .filter(s => s.getTime() > now.getTime() - span)
      .sort((a, b) => b.getTime() - a.getTime())
    const blocking = within[limit - 1]
    return blocking ? blocking.getTime() + span : now.getTime()
  }
  const { perMinute = limits.perHour, perHour, perDay } = limits
  return new Date(Math.max(freed(perMinute, minuteMs), freed(perHour, hourMs), freed(perDay, dayMs)))
}

/** Percent with one decimal; 0 of nothing. */
export const percentOf = (part: number, of: number): number =>
  of > 0 ? Math.round((part / of) * 1000) / 10 : 0

/** Percentage of views with an interaction. */
export const engagementOf = (c: { views: number; likes: number; comments: number; shares: number }): number =>
  percentOf(c.likes + c.comments + c.shares, c.views)

/** The first of these seconds of a video that a clip of these parts shows, as a second of the clip; null when none. */
export function coverWithin(
  parts: readonly { start: number; end: number }[],
  wanted: readonly number[],
): number | null {
  for (const second of wanted) {
    let before = 0
    for (const { start, end } of parts) {
      if (second >= start && second < end) return Math.round((before + second - start) * 100) / 100
      before += end - start
    }
  }
  return null
}

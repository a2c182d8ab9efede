import type { HeldReason } from '#contract/publishing/publications.ts'
import type { PlausibleCounts } from '#server/platforms/index.ts'

/** A post's counts; null when the platform didn't report one. */
export interface Counts {
  views: number
  likes: number | null
  comments: number | null
  shares: number | null
}

export interface Sighting {
  /** the accepted counts */
  accepted: Counts
  /** when they were counted; null: never, so `accepted` is 0 */
  acceptedAt: Date | null
  publishedAt: Date
  /** the platform's new report */
  reported: Counts
  /** end of the time in which views could accumulate: now, or when the oldest count still on hold was seen */
  until: Date
}

/** Platforms that release counts in steps cause small jumps: this many views at once are never suspicious. */
const viewsAtOnce = 10_000
/** With fewer views, a handful of friends can cause any ratio of likes. */
const judgedFromViews = 300
/** Friends in the first minutes are no basis for a rate. */
const rateMinutes = 60

const minutes = (from: Date, to: Date) => Math.max(0, to.getTime() - from.getTime()) / 60_000

/** The most views that could have come since the last accepted count. */
export function plausibleGrowth(
  { accepted, acceptedAt, publishedAt, until }: Omit<Sighting, 'reported'>,
  { viewsPerMinute, timesRate }: PlausibleCounts,
): number {
  const rate = acceptedAt ? accepted.views / Math.max(rateMinutes, minutes(publishedAt, acceptedAt)) : 0
  const passed = minutes(acceptedAt ?? publishedAt, until)
  return viewsAtOnce + passed * Math.max(viewsPerMinute, timesRate * rate)
}

/** How far likes, comments or shares exceed what an audience produces: above 1 is too much. */
function excess({ views, likes, comments, shares }: Counts, likesPerView: number): number {
  const most = Math.max(likes ?? 0, comments ?? 0, shares ?? 0)
  if (most > views) return Number.POSITIVE_INFINITY
  return views >= judgedFromViews ? (likes ?? 0) / views / likesPerView : 0
}

/**
 * Why counts are not yet credible; null when they are plausible given the accepted ones. drop: fewer views
 * than accepted. jump: more new views than could have come in the time. ratio: more likes, comments or shares
 * than views, or a ratio of likes that no audience produces, unless the accepted counts are just as bad
 * (staff have accepted them).
 */
export function implausibility(sighting: Sighting, limits: PlausibleCounts): HeldReason | null {
  const { accepted, reported } = sighting
  const gained = reported.views - accepted.views
  if (gained < 0) return 'drop'
  if (gained > plausibleGrowth(sighting, limits)) return 'jump'
  const now = excess(reported, limits.likesPerView)
  return now > 1 && now > excess(accepted, limits.likesPerView) ? 'ratio' : null
}

/**
 * Platforms correct counts downward, and some answers are stale: only a drop reported for a day is a
 * correction.
 */
export const dropConfirmedMs = 24 * 3600_000

/** Whether a drop first seen at that time is confirmed by being seen now. */
export const confirmsDrop = (reason: HeldReason, firstSeen: Date, now: Date): boolean =>
  reason === 'drop' && now.getTime() - firstSeen.getTime() >= dropConfirmedMs

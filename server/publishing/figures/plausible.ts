import type { HeldReason } from '#contract/publishing/publications.ts'
import type { PlausibleCounts } from '#server/platforms/index.ts'

/** What a post has been counted with; null where the platform did not say. */
export interface Counts {
  views: number
  likes: number | null
  comments: number | null
  shares: number | null
}

export interface Sighting {
  /** what stands */
  accepted: Counts
  /** when that was counted; null: never, so `accepted` is 0 */
  acceptedAt: Date | null
  publishedAt: Date
  /** what the platform says now */
  reported: Counts
  /** until when views had time to come: now, or when the first count was held that has not been accepted since */
  until: Date
}

/** Counters that a platform releases in steps make small leaps: so many views at once are no surprise anywhere. */
const viewsAtOnce = 10_000
/** Below so many views a handful of friends makes any share of likes. */
const judgedFromViews = 300
/** Friends who come in the first minutes are no rate to go by. */
const rateMinutes = 60

const minutes = (from: Date, to: Date) => Math.max(0, to.getTime() - from.getTime()) / 60_000

/** Views that could have come since the last accepted count, at most. */
export function plausibleGrowth(
  { accepted, acceptedAt, publishedAt, until }: Omit<Sighting, 'reported'>,
  { viewsPerMinute, timesRate }: PlausibleCounts,
): number {
  const rate = acceptedAt ? accepted.views / Math.max(rateMinutes, minutes(publishedAt, acceptedAt)) : 0
  const passed = minutes(acceptedAt ?? publishedAt, until)
  return viewsAtOnce + passed * Math.max(viewsPerMinute, timesRate * rate)
}

/** How far likes, comments or shares are above what an audience makes: above 1 is too much. */
function excess({ views, likes, comments, shares }: Counts, likesPerView: number): number {
  const most = Math.max(likes ?? 0, comments ?? 0, shares ?? 0)
  if (most > views) return Number.POSITIVE_INFINITY
  return views >= judgedFromViews ? (likes ?? 0) / views / likesPerView : 0
}

/**
 * Why counts are not to be believed yet; null when they are plausible against those that stand.
 * drop: fewer views than accepted. jump: more new views than could have come in the time. ratio: more likes, comments
 * or shares than views, or a share of likes that no audience makes, unless what stands is as bad already (staff have
 * accepted it).
 */
export function implausibility(sighting: Sighting, limits: PlausibleCounts): HeldReason | null {
  const { accepted, reported } = sighting
  const gained = reported.views - accepted.views
  if (gained < 0) return 'drop'
  if (gained > plausibleGrowth(sighting, limits)) return 'jump'
  const now = excess(reported, limits.likesPerView)
  return now > 1 && now > excess(accepted, limits.likesPerView) ? 'ratio' : null
}

/** Platforms correct counts down, and some answers are old: only what is said for a day is a correction. */
export const dropConfirmedMs = 24 * 3600_000

/** Whether a drop that was first seen then is confirmed by being seen now again. */
export const confirmsDrop = (reason: HeldReason, firstSeen: Date, now: Date): boolean =>
  reason === 'drop' && now.getTime() - firstSeen.getTime() >= dropConfirmedMs

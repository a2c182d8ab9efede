import type { Platform } from '#contract/publishing/publications.ts'
import { sentences as planning } from '#sentences/planning.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { platformOf } from '#server/platforms/index.ts'
import { slotOf } from './zones.ts'

/** The results of a post that has been published for some days. */
export interface PastPost {
  publishedAt: Date
  /** in its first days */
  views: number
}
export interface Slot {
  weekday: number
  hour: number
  /** about 1 for an ordinary hour */
  weight: number
}

const weekend = (weekday: number) => weekday === 0 || weekday === 6
/**
 * How many posts a platform's own `attention` counts for until we have our own figures: with twice as many of
 * our own posts, they weigh twice as much.
 */
const priorPosts = 2

/**
 * Weight of every hour of the week: the mean of how our posts around that time did compared with all posts,
 * pulled toward the default while there are few (a Bayesian mean). A post counts for its hour and, at half
 * weight, for the neighboring hours.
 */
export function slotsOf(platform: Platform, past: readonly PastPost[], zone: string): Slot[] {
  const { attention } = platformOf(platform)
  const mean = past.reduce((sum, p) => sum + p.views, 0) / Math.max(1, past.length)
  const placed = past.map(p => ({ ...slotOf(p.publishedAt, zone), value: mean > 0 ? p.views / mean : 1 }))
  const slots: Slot[] = []
  for (let weekday = 0; weekday < 7; weekday++)
    for (let hour = 0; hour < 24; hour++) {
      let sum = priorPosts * attention(weekday, hour)
      let count = priorPosts
      for (const p of placed) {
        if (weekend(p.weekday) !== weekend(weekday)) continue
        const apart = Math.abs(p.hour - hour)
        const loud = (apart === 0 ? 1 : apart === 1 ? 0.5 : 0) * (p.weekday === weekday ? 1 : 0.5)
        sum += loud * p.value
        count += loud
      }
      slots.push({ weekday, hour, weight: Math.round((sum / count) * 1000) / 1000 })
    }
  return slots
}

const hourMs = 3600_000
/** Minimum time to render and upload before an hour starts. */
const soonestMs = 15 * 60_000
const daysAhead = 7

/** The same hour is worth more today than in six days. */
const patience = (hoursAhead: number) => 1 - 0.35 * (hoursAhead / (24 * daysAhead))

export interface BestTime {
  instant: Date
  reason: Sentence
}

/**
 * The best full hour of the coming week in the zone's local time. Each post already scheduled on the channel
 * in an hour divides its weight by four.
 */
export function bestTime(given: {
  platform: Platform
  past: readonly PastPost[]
  zone: string
  now: Date
  taken: readonly Date[]
}): BestTime {
  const { platform, past, zone, now, taken } = given
  const weights = new Map(slotsOf(platform, past, zone).map(s => [`${s.weekday} ${s.hour}`, s.weight]))
  const first = Math.ceil((now.getTime() + soonestMs) / hourMs) * hourMs
  let best = { at: first, score: -1 }
  for (let i = 0; i < 24 * daysAhead; i++) {
    const at = first + i * hourMs
    const { weekday, hour } = slotOf(new Date(at), zone)
    const busy = taken.filter(t => Math.abs(t.getTime() - at) < hourMs).length
    const score = (weights.get(`${weekday} ${hour}`) ?? 0) * patience(i) * 0.25 ** busy
    if (score > best.score) best = { at, score }
  }
  const instant = new Date(best.at)
  const slot = slotOf(instant, zone)
  const posts = past.length
  return {
    instant,
    reason: posts > 0 ? planning.bestByViews({ ...slot, posts }) : planning.bestUsually(slot),
  }
}

export interface Reach {
  views: number
  reasoning: Sentence
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/**
 * Estimated views of a post in its first days: our own median, adjusted by its hour and the video's viral
 * score.
 */
export function estimateReach(given: {
  platform: Platform
  past: readonly PastPost[]
  at: Date
  zone: string
  /** 0 to 1, null without an analysis */
  viralScore: number | null
  /** those of the past, where several estimates share them */
  slots?: readonly Slot[]
}): Reach {
  const { platform, past, at, zone, viralScore } = given
  if (past.length === 0) return { views: 0, reasoning: planning.nothingToLearnFrom }
  const middle = median(past.map(p => p.views))
  const slots = given.slots ?? slotsOf(platform, past, zone)
  const mean = slots.reduce((sum, s) => sum + s.weight, 0) / slots.length
  const { weekday, hour } = slotOf(at, zone)
  const weight = slots.find(s => s.weekday === weekday && s.hour === hour)?.weight ?? mean
  const byHour = Math.min(2, Math.max(0.5, weight / mean))
  const byScore = viralScore === null ? 1 : 0.5 + viralScore
  const views = Math.round(middle * byHour * byScore)
  const known = { posts: past.length, views: Math.round(middle), hour: byHour.toFixed(2) }
  return {
    views,
    reasoning:
      viralScore === null
        ? planning.reach(known)
        : planning.reachWithScore({
            ...known,
            times: byScore.toFixed(2),
            percent: Math.round(viralScore * 100),
          }),
  }
}

/** A post's counters: what people really did here, plus the simulated audience. */
export interface Counters {
  views: number
  likes: number
  comments: number
  shares: number
}

const hash = (text: string) => {
  let h = 2166136261
  for (const c of text) h = Math.imul(h ^ (c.codePointAt(0) as number), 16777619) >>> 0
  return h / 4294967296
}

/** How long a post is watched on average, in whole milliseconds: 4 to 12 seconds. */
export const watchedMs = (postId: string): number => 4000 + Math.floor(8000 * hash(`${postId}w`))

/**
 * What a simulated audience has done after some time: many views at first, fewer later, never decreasing.
 * Depends only on the post's id, so tests can predict it.
 */
export function simulatedAudience(postId: string, seconds: number): Counters {
  const appeal = 0.2 + hash(postId) * 1.8
  const hours = Math.max(0, seconds) / 3600
  const views = Math.floor(900 * appeal * (1 - Math.exp(-hours / 12)) + 40 * appeal * Math.sqrt(hours))
  return {
    views,
    likes: Math.floor(views * (0.02 + 0.05 * hash(`${postId}l`))),
    comments: Math.floor(views * 0.004 * (0.5 + hash(`${postId}c`))),
    shares: Math.floor(views * 0.006 * (0.5 + hash(`${postId}s`))),
  }
}

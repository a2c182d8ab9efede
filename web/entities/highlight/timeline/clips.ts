import type { Highlight } from '#contract/analysis.ts'

export type Clip = Pick<Highlight, 'description' | 'score' | 'start' | 'end' | 'clipType'>

/** The score as people read it: 0 to 100. */
export const points = (score: number): number => Math.round(score * 100)

export interface PlacedBadge {
  clip: Clip
  index: number
  /** centre, in pixels from the left */
  x: number
}

/**
 * Which score badges fit side by side. The best clips get theirs first and are moved off the edges;
 * one that would cover a better one is left out (its band and its place in the list remain).
 */
export function placeBadges(
  clips: readonly Clip[],
  duration: number,
  width: number,
  badgeWidth: number,
): PlacedBadge[] {
  if (width <= 0 || duration <= 0) return []
  const placed: PlacedBadge[] = []
  const byScore = clips.map((clip, index) => ({ clip, index })).sort((a, b) => b.clip.score - a.clip.score)
  for (const { clip, index } of byScore) {
    const centre = ((clip.start + clip.end) / 2 / duration) * width
    const x = Math.min(width - badgeWidth / 2, Math.max(badgeWidth / 2, centre))
    if (placed.every(other => Math.abs(other.x - x) >= badgeWidth + 3)) placed.push({ clip, index, x })
  }
  return placed.sort((a, b) => a.x - b.x)
}

/** The clip that holds this moment; the best one where they overlap. Its index, or -1. */
export function clipAt(clips: readonly Clip[], seconds: number): number {
  let best = -1
  clips.forEach((clip, index) => {
    if (seconds < clip.start || seconds > clip.end) return
    if (best === -1 || clip.score > (clips[best] as Clip).score) best = index
  })
  return best
}

/** Start of the next clip after (direction 1) or before (direction -1) a moment; null at the end. */
export function neighbour(clips: readonly Clip[], seconds: number, direction: 1 | -1): number | null {
  const starts = clips.map(clip => clip.start).sort((a, b) => a - b)
  // A tolerance, so that stepping back from the very start of a clip reaches the one before it.
  if (direction === 1) return starts.find(start => start > seconds + 0.2) ?? null
  return starts.findLast(start => start < seconds - 0.2) ?? null
}

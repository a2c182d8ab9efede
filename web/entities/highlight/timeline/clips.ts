import type { Highlight } from '#contract/analysis.ts'

export type Clip = Pick<Highlight, 'description' | 'score' | 'start' | 'end' | 'clipType'>

/** The score as shown: 0 to 100. */
export const points = (score: number): number => Math.round(score * 100)

export interface PlacedBadge {
  clip: Clip
  index: number
  /** center, in pixels from the left */
  x: number
  /** 0 is the top row */
  row: number
}

/** pixels between two badges in a row */
const gap = 3

/**
 * Places a score badge for every clip, as close to its clip as the neighboring badges allow. Badges that don't fit
 * side by side are spread over several rows in the order of the ride.
 * @param width of the timeline, in pixels; before the first layout it is 0 and nothing is placed
 */
export function placeBadges(
  clips: readonly Clip[],
  duration: number,
  width: number,
  badgeWidth: number,
): PlacedBadge[] {
  if (width <= 0 || duration <= 0) return []
  const step = badgeWidth + gap
  const rows = Math.ceil(clips.length / Math.max(1, Math.floor((width + gap) / step)))
  const inOrder = clips
    .map((clip, index) => ({ clip, index, center: ((clip.start + clip.end) / 2 / duration) * width }))
    .sort((a, b) => a.center - b.center)
  return Array.from({ length: rows }, (_, row) => {
    const badges = inOrder.filter((_, place) => place % rows === row)
    const last = width - badgeWidth / 2 - (badges.length - 1) * step
    // With the room of the badges before it subtracted, no badge may be left of the previous one.
    const wanted = badges.map(({ center }, place) => center - place * step)
    return rising(wanted).map((x, place) => ({
      ...(badges[place] as (typeof badges)[number]),
      row,
      x: Math.max(badgeWidth / 2, Math.min(last, x)) + place * step,
    }))
  })
    .flat()
    .map(({ clip, index, x, row }) => ({ clip, index, x, row }))
}

/** The values that never fall and are closest to the given ones (pool adjacent violators, least squares). */
function rising(values: readonly number[]): number[] {
  const pools: { mean: number; size: number }[] = []
  for (const value of values) {
    let pool = { mean: value, size: 1 }
    for (let before = pools.at(-1); before && before.mean > pool.mean; before = pools.at(-1)) {
      pools.pop()
      const size = before.size + pool.size
      pool = { mean: (before.mean * before.size + pool.mean * pool.size) / size, size }
    }
    pools.push(pool)
  }
  return pools.flatMap(({ mean, size }) => Array<number>(size).fill(mean))
}

/** The clip at this moment; the best one where clips overlap. Its index, or -1. */
export function clipAt(clips: readonly Clip[], seconds: number): number {
  let best = -1
  clips.forEach((clip, index) => {
    if (seconds < clip.start || seconds > clip.end) return
    if (best === -1 || clip.score > (clips[best] as Clip).score) best = index
  })
  return best
}

/** Start of the next clip after (direction 1) or before (direction -1) a moment; null at the end. */
export function neighbor(clips: readonly Clip[], seconds: number, direction: 1 | -1): number | null {
  const starts = clips.map(clip => clip.start).sort((a, b) => a - b)
  // A tolerance, so that stepping back from a clip's very start reaches the previous one.
  if (direction === 1) return starts.find(start => start > seconds + 0.2) ?? null
  return starts.findLast(start => start < seconds - 0.2) ?? null
}

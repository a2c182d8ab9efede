import { clamp, mean, median, movingMedian, quantile, type Run } from '../../math.ts'

/** A measured course at the picture's rate, with the means of any stretch in constant time. */
export interface Course {
  values: Float32Array
  mean: (from: number, to: number) => number
}

export function courseOf(values: Float32Array): Course {
  const sums = new Float64Array(values.length + 1)
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i]! + values[i]!
  return { values, mean: (from, to) => (sums[to]! - sums[from]!) / (to - from) }
}

export type Side = 1 | -1

/** How plateaus are searched for. Times in seconds, levels in the course's own unit. */
export interface Search {
  /** 1 for plateaus above what is beside them, −1 for those below */
  side: Side
  /** frames per second */
  hz: number
  /** the shot, which everything is compared within */
  shot: Run
  /** what is compared with: so many seconds before and after, at this distance */
  beside: { seconds: number; gap: number }
  /** whether one side is enough, as at the start or end of a shot */
  oneSided: boolean
  /** lengths that are tried */
  lengths: readonly number[]
  /** least difference to what is beside it */
  least: number
}

/** Time from one tried start to the next, seconds. */
const step = 0.5
/** Less than this beside a stretch says nothing, seconds. */
const leastBeside = 1
/**
 * A plateau starts and ends at this share of its height, at most so many seconds outside of the tried stretch, and what
 * falls below for a moment belongs to it.
 */
const edge = { level: 0.5, seconds: 2, tremble: 0.3 }

/** Levels before and after a stretch; NaN where the shot is too short. */
function levelsBeside({ mean }: Course, { from, to }: Run, { beside, shot, hz }: Search) {
  const gap = Math.round(beside.gap * hz)
  const reach = gap + Math.round(beside.seconds * hz)
  const level = (first: number, last: number) =>
    last - first >= leastBeside * hz ? mean(first, last) : Number.NaN
  return {
    before: level(Math.max(shot.from, from - reach), from - gap),
    after: level(to + gap, Math.min(shot.to, to + reach)),
  }
}

/** The mean difference of a stretch to what there is before and after it. */
export function meanContrast(course: Course, stretch: Run, search: Search): number {
  const { before, after } = levelsBeside(course, stretch, search)
  const outside = [before, after].filter(level => !Number.isNaN(level))
  return search.side * (course.mean(stretch.from, stretch.to) - mean(outside))
}

/** Whether there is enough of the shot on both sides of a stretch. */
export function hasBothSides(course: Course, stretch: Run, search: Search): boolean {
  const { before, after } = levelsBeside(course, stretch, search)
  return !(Number.isNaN(before) || Number.isNaN(after))
}

/** By how much a stretch stands out from what is before and after it; NaN where what is needed is missing. */
export function contrast(course: Course, stretch: Run, search: Search): number {
  const { side, oneSided } = search
  const { before, after } = levelsBeside(course, stretch, search)
  const outside = [side * before, side * after].filter(level => !(oneSided && Number.isNaN(level)))
  return outside.length === 0
    ? Number.NaN
    : side * course.mean(stretch.from, stretch.to) - Math.max(...outside)
}

/**
 * Moves the ends of a stretch to where the level is halfway between the plateau's and that beside it: outward as far as
 * it is higher, otherwise inward, at most to the middle.
 */
function withEdges(course: Course, { from, to }: Run, search: Search): Run {
  const { values } = course
  const { side, shot, hz } = search
  const { before, after } = levelsBeside(course, { from, to }, search)
  const top = median(values.subarray(from, to))
  const [tremble, reach] = [Math.round(edge.tremble * hz), Math.round(edge.seconds * hz)]
  const end = (first: number, outward: Side, base: number, furthest: number) => {
    const isHigh = (i: number) =>
      side * (values[clamp(i, shot.from, shot.to - 1)]! - base) >= edge.level * side * (top - base)
    const isIn = (i: number) => isHigh(i) || isHigh(i + outward * tremble)
    let last = first
    if (isIn(last)) while (last !== furthest && isIn(last + outward)) last += outward
    else while (last !== (from + to) >> 1 && !isIn(last)) last -= outward
    return last
  }
  const [first, last] = [Number.isNaN(before) ? after : before, Number.isNaN(after) ? before : after]
  return {
    from: end(from, -1, first, Math.max(shot.from, from - reach)),
    to: 1 + end(to - 1, 1, last, Math.min(shot.to, to + reach) - 1),
  }
}

/** Whether two stretches share a frame. */
export const meet = (a: Run, b: Run) => a.from < b.to && a.to > b.from

export interface Plateau extends Run {
  /** by how much it stands out */
  height: number
}

/** The stretches of a shot that stand out most from what is beside them, without overlaps, with their own edges. */
export function plateaus(course: Course, search: Search): Plateau[] {
  const { shot, hz, lengths, least } = search
  const withHeight = (stretch: Run): Plateau => ({ ...stretch, height: contrast(course, stretch, search) })
  const found: Plateau[] = []
  for (const seconds of lengths) {
    const length = Math.round(seconds * hz)
    for (let from = shot.from; from + length <= shot.to; from += Math.round(step * hz)) {
      const tried = withHeight({ from, to: from + length })
      if (tried.height >= least) found.push(tried)
    }
  }
  const kept: Run[] = []
  for (const tried of found.sort((a, b) => b.height - a.height || a.from - b.from))
    if (!kept.some(other => meet(tried, other))) kept.push(tried)
  // With its edges, a stretch may leave too little of the shot beside it.
  return kept
    .map(stretch => withHeight(withEdges(course, stretch, search)))
    .filter(({ height }) => height > 0)
}

/** How much the inside of a stretch varies, relative to a height. */
export function unevenness({ values }: Course, { from, to }: Run, height: number, hz: number): number {
  const half = Math.round(hz / 2)
  const inside = values.subarray(from + half, Math.max(from + half + 1, to - half))
  return clamp((quantile(inside, 0.9) - quantile(inside, 0.1)) / height, 0, 3)
}

/** Seconds below which something passes: a flare, a tree, a jump. */
const lasting = 1.1

/** The same values without what lasts less than a second. */
export const steady = (values: Float32Array, hz: number) => movingMedian(values, Math.round(lasting * hz))

/** Seconds around a frame that say what is usual there. */
const around = 61

/** What is usual around a frame: more than what is just beside a plateau. */
export function usualAround({ values }: Course, hz: number): (frame: number) => number {
  const slow = movingMedian(
    values.filter((_, i) => i % hz === 0),
    around,
  )
  return frame => slow[Math.min(slow.length - 1, Math.floor(frame / hz))]!
}

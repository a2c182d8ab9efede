/** Small statistics on plain and typed arrays. None of them changes its input. */

export const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

export const inDegrees = (radians: number) => (radians * 180) / Math.PI

/** 0 to 1, one half at `middle`; `width` is the distance to about 0.73. */
export const logistic = (value: number, middle: number, width: number) =>
  1 / (1 + Math.exp(-(value - middle) / width))

/** Rounded to a number of decimals, so that equal measurements give equal texts and JSON. */
export const round = (value: number, decimals = 2) => Number(value.toFixed(decimals))

// Kept between calls: an analysis sorts a lot, and lists of an hour's length would burden the garbage
// collector.
let scratch = new Float64Array(1024)

/** The values that are numbers, sorted; valid until the next call. */
function sorted(values: ArrayLike<number>, of = (value: number) => value): Float64Array {
  if (scratch.length < values.length) scratch = new Float64Array(values.length)
  let count = 0
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i]!)) scratch[count++] = of(values[i]!)
  return scratch.subarray(0, count).sort()
}

/** The p-th quantile of a sorted list, linearly interpolated; NaN for an empty list. */
function at(order: Float64Array, p: number): number {
  if (order.length === 0) return Number.NaN
  const place = clamp(p, 0, 1) * (order.length - 1)
  const low = Math.floor(place)
  const high = Math.min(low + 1, order.length - 1)
  return order[low]! + (order[high]! - order[low]!) * (place - low)
}

/** The p-th quantile (0 to 1), linearly interpolated, ignoring NaN; NaN for an empty list. */
export const quantile = (values: ArrayLike<number>, p: number): number => at(sorted(values), p)

export const median = (values: ArrayLike<number>) => quantile(values, 0.5)

/** Median absolute deviation, scaled to match the standard deviation of a normal distribution. */
export const mad = (values: ArrayLike<number>, center = median(values)): number =>
  1.4826 *
  at(
    sorted(values, value => Math.abs(value - center)),
    0.5,
  )

export function mean(values: ArrayLike<number>): number {
  let sum = 0
  let count = 0
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]!)) continue
    sum += values[i]!
    count++
  }
  return count > 0 ? sum / count : Number.NaN
}

/** Index of the largest value in [from, to); `from` when all are NaN. */
export function argMax(values: ArrayLike<number>, from = 0, to = values.length): number {
  let best = from
  for (let i = from; i < to; i++) if (values[i]! > values[best]! || Number.isNaN(values[best]!)) best = i
  return best
}

/** Index of the smallest value in [from, to). */
export function argMin(values: ArrayLike<number>, from = 0, to = values.length): number {
  let best = from
  for (let i = from; i < to; i++) if (values[i]! < values[best]! || Number.isNaN(values[best]!)) best = i
  return best
}

/** Centered moving mean over `width` samples (made odd), ignoring NaN. */
export function smooth(values: ArrayLike<number>, width: number): Float32Array {
  const half = Math.max(0, Math.floor(width / 2))
  const out = new Float32Array(values.length)
  let sum = 0
  let count = 0
  const take = (index: number, sign: number) => {
    const value = values[index]
    if (value === undefined || Number.isNaN(value)) return
    sum += sign * value
    count += sign
  }
  for (let i = 0; i < Math.min(half, values.length); i++) take(i, 1)
  for (let i = 0; i < values.length; i++) {
    take(i + half, 1)
    take(i - half - 1, -1)
    out[i] = count > 0 ? sum / count : Number.NaN
  }
  return out
}

/** Centered moving median over `width` samples; at the ends over the part that exists. */
export function movingMedian(values: ArrayLike<number>, width: number): Float32Array {
  const half = Math.floor(width / 2)
  const out = new Float32Array(values.length)
  const window = new Float64Array(2 * half + 1)
  for (let i = 0; i < values.length; i++) {
    const from = Math.max(0, i - half)
    const count = Math.min(values.length - 1, i + half) - from + 1
    for (let k = 0; k < count; k++) window[k] = values[from + k]!
    const order = window.subarray(0, count).sort()
    const middle = count >> 1
    out[i] = count % 2 === 1 ? order[middle]! : (order[middle - 1]! + order[middle]!) / 2
  }
  return out
}

/** The values for which `keep` holds. A typed array's own filter boxes every number. */
export function pick(values: Float32Array, keep: (index: number) => boolean): Float32Array {
  const out = new Float32Array(values.length)
  let count = 0
  for (let i = 0; i < values.length; i++) if (keep(i)) out[count++] = values[i]!
  return out.subarray(0, count)
}

export interface Run {
  /** first index inside */
  from: number
  /** first index after */
  to: number
}

/** Runs where `inside` holds, joined over gaps of up to `gap` samples, at least `least` samples long. */
export function runs(length: number, inside: (index: number) => boolean, gap = 0, least = 1): Run[] {
  const found: Run[] = []
  for (let i = 0; i < length; i++) {
    if (!inside(i)) continue
    const last = found.at(-1)
    if (last && i - last.to <= gap) last.to = i + 1
    else found.push({ from: i, to: i + 1 })
  }
  return found.filter(run => run.to - run.from >= least)
}

/** The part of a run between its first and last values of at least `floor`; empty when there is none. */
export function trimmed(level: ArrayLike<number>, { from, to }: Run, floor: number): Run {
  let [first, last] = [from, to]
  while (first < last && !(level[first]! >= floor)) first++
  while (last > first && !(level[last - 1]! >= floor)) last--
  return { from: first, to: last }
}

export interface Peak extends Run {
  peak: number
}

/**
 * Peaks of a level within a run, highest first, each with the range around it that stays above `floorOf` its
 * height. A second peak counts only when the level falls below its own floor in between.
 * @param bounds how far a range may extend beyond the run
 */
export function peaksIn(
  level: ArrayLike<number>,
  run: Run,
  bounds: Run,
  floorOf: (top: number) => number,
): Peak[] {
  if (run.to <= run.from) return []
  const peak = argMax(level, run.from, run.to)
  const floor = floorOf(level[peak]!)
  let [from, to] = [peak, peak + 1]
  while (from > bounds.from && level[from - 1]! > floor) from--
  while (to < bounds.to && level[to]! > floor) to++
  const apart = (other: Peak) => {
    const [left, right] = other.peak < peak ? [other.peak, peak] : [peak, other.peak]
    return level[argMin(level, left, right)]! < floorOf(level[other.peak]!)
  }
  const before = peaksIn(
    level,
    { from: run.from, to: Math.min(from, run.to) },
    { from: bounds.from, to: from },
    floorOf,
  )
  const after = peaksIn(
    level,
    { from: Math.max(to, run.from), to: run.to },
    { from: to, to: bounds.to },
    floorOf,
  )
  return [{ from, to, peak }, ...[...before, ...after].filter(apart)]
}

/** The same function, which works out its result once for each argument; an argument must not change afterward. */
export function remembered<Given extends WeakKey, Result>(
  of: (given: Given) => Result,
): (given: Given) => Result {
  const known = new WeakMap<Given, Result>()
  return given => {
    const result = known.get(given) ?? of(given)
    known.set(given, result)
    return result
  }
}

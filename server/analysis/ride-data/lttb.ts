/**
 * Largest triangle, three buckets: keeps the points that matter most for a line's appearance. Source: Sveinn
 * Steinarsson, "Downsampling Time Series for Visual Representation", University of Iceland 2013, §4.2.
 * @param xs time, or meters east for a track; @param ys the value, or meters north
 * @returns ascending indexes of at most `count` points (at least 2), including the first and the last
 */
export function lttb(xs: ArrayLike<number>, ys: ArrayLike<number>, count: number): number[] {
  const { length } = xs
  if (length <= count) return Array.from({ length }, (_, i) => i)
  const buckets = Math.max(0, count - 2)
  const width = (length - 2) / buckets
  const firstOf = (bucket: number) => Math.floor(bucket * width) + 1
  const kept = [0]
  for (let bucket = 0; bucket < buckets; bucket++) {
    const next = firstOf(bucket + 1)
    // The bucket after the last one is the last point.
    const afterNext = bucket + 1 < buckets ? firstOf(bucket + 2) : length
    let [meanX, meanY] = [0, 0]
    for (let i = next; i < afterNext; i++) {
      meanX += xs[i]! / (afterNext - next)
      meanY += ys[i]! / (afterNext - next)
    }
    const before = kept.at(-1)!
    const [x, y] = [xs[before]!, ys[before]!]
    let chosen = firstOf(bucket)
    let largest = -1
    for (let i = chosen; i < next; i++) {
      const area = Math.abs((x - meanX) * (ys[i]! - y) - (x - xs[i]!) * (meanY - y))
      if (area > largest) {
        largest = area
        chosen = i
      }
    }
    kept.push(chosen)
  }
  kept.push(length - 1)
  return kept
}

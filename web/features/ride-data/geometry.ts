import type { Drawn } from '#gauges/geometry.ts'

/** How many pixels farther than the closest part another part of the track may be and still be picked. */
const tolerance = 8

/**
 * The time of the part of a track closest to a point on the drawing. Where a track crosses or repeats itself, the part
 * closest in time to `near`. @returns seconds; null without a track
 */
export function timeAt(drawn: Drawn, x: number, y: number, near: number): number | null {
  const { times, xs, ys, begins } = drawn
  const candidates: { distance: number; time: number }[] = []
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < times.length; i++) {
    const [x1, y1] = [xs[i] as number, ys[i] as number]
    const alone = i + 1 >= times.length || begins[i + 1] === 1
    const [dx, dy] = alone ? [0, 0] : [(xs[i + 1] as number) - x1, (ys[i + 1] as number) - y1]
    const length = dx * dx + dy * dy
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length))
    const distance = Math.hypot(x - x1 - share * dx, y - y1 - share * dy)
    const from = times[i] as number
    const time = alone ? from : from + share * ((times[i + 1] as number) - from)
    least = Math.min(least, distance)
    candidates.push({ distance, time })
  }
  const meant = candidates.filter(({ distance }) => distance <= least + tolerance)
  // Along one pass of the track, pick the closest point, not the edge of the tolerance.
  let best: { distance: number; time: number } | null = null
  const cost = (one: { distance: number; time: number }) =>
    one.distance + Math.abs(one.time - near) * pixelsPerSecond
  for (const one of meant) if (!best || cost(one) < cost(best)) best = one
  return best?.time ?? null
}

/** How many pixels closer a part of the track has to be for each second that it is farther away in time. */
const pixelsPerSecond = 0.02

/** A round length for a scale bar: 1, 2 or 5 times a power of ten, at most `most`. */
export function roundLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  return ([5, 2, 1].find(step => step * power <= most) ?? 1) * power
}

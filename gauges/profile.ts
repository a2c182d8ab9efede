/** Heights along a ride, laid out in a box. Pixels from the left and the top. */
export interface Profile {
  stretches: { times: number[]; xs: number[]; ys: number[] }[]
  xAt(time: number): number
  foot: number
}

const inset = { left: 20, right: 20, top: 62, foot: 18 }
/** A receiver's height wanders: a flat ride is shown flat. */
const leastMeters = 20

export function profileOf(
  profile: readonly (readonly (readonly [number, number])[])[],
  width: number,
  height: number,
): Profile {
  const points = profile.flat()
  const first = points[0]?.[0] ?? 0
  const last = points.at(-1)?.[0] ?? first
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [, meters] of points) {
    low = Math.min(low, meters)
    high = Math.max(high, meters)
  }
  const room = Math.max(0, leastMeters - (high - low)) / 2
  const foot = height - inset.foot
  const xAt = (time: number) =>
    inset.left +
    Math.min(1, Math.max(0, (time - first) / (last - first || 1))) * (width - inset.left - inset.right)
  const yAt = (meters: number) =>
    foot - 4 - ((meters - low + room) / (high - low + 2 * room || 1)) * (foot - 4 - inset.top)
  return {
    stretches: profile.map(stretch => ({
      times: stretch.map(([time]) => time),
      xs: stretch.map(([time]) => xAt(time)),
      ys: stretch.map(([, meters]) => yAt(meters)),
    })),
    xAt,
    foot,
  }
}

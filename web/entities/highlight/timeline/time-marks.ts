/** Seconds between two marks of a time axis, as people count them. */
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600] as const
/** Pixels that a mark needs, with the space to the next. */
const room = 64

/**
 * The seconds that a time axis names: its start, round ones as far apart as there is room, and its end.
 * @param width of the axis, pixels
 */
export function timeMarks(duration: number, width: number): number[] {
  if (duration <= 0 || width <= 0) return []
  const least = (room / width) * duration
  const step = steps.find(seconds => seconds >= least) ?? Math.ceil(least / 3600) * 3600
  const between = Array.from({ length: Math.ceil(duration / step) }, (_, i) => i * step)
  // The end has its own mark, whatever is close to it.
  return [...between.filter(seconds => seconds === 0 || duration - seconds >= least), duration]
}

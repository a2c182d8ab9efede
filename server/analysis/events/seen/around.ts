import { clamp, median, quantile, remembered } from '../../math.ts'
import type { SeenRide, Signals, SoundLevels } from '../../types.ts'
import { seenBetween } from './seen-ride.ts'

/** A stretch is compared with what is heard so many seconds before and after it, at this distance. */
const beside = { gap: 0.5, seconds: 3.5 }
/** Differences beyond these say no more: tens of dB, and logarithms of ratios. */
const most = { louder: 1.5, ratio: 1.5, blur: Math.log(2) }

type Band = Exclude<keyof SoundLevels, 'hz'>

/** The median of what lies between two times in a list with `hz` values a second; NaN outside of it. */
export function medianIn(values: Float32Array, hz: number, start: number, end: number): number {
  const from = Math.max(0, Math.round(start * hz))
  return median(values.subarray(from, Math.max(from, Math.round(end * hz))))
}

/** The median of a whole list: an hour has hundreds of candidates, which are all compared with the same ones. */
export const usualOf = remembered((values: Float32Array) => median(values))

/** Level of the engine over that of wheels and wind, dB. */
const engineOver = remembered((levels: SoundLevels) => levels.engine.map((db, i) => db - levels.rush[i]!))

/** Tens of dB up to a limit; 0 when unknown. */
export const knownTens = (db: number, limit: number = most.louder) =>
  Number.isNaN(db) ? 0 : clamp(db / 10, -limit, limit)

/** How much louder a band is in a stretch than beside it, tens of dB; 0 without sound. */
export function louderThanBeside(levels: SoundLevels | null, band: Band, start: number, end: number): number {
  if (!levels) return 0
  const { hz, [band]: level } = levels
  const before = medianIn(level, hz, start - beside.gap - beside.seconds, start - beside.gap)
  const after = medianIn(level, hz, end + beside.gap, end + beside.gap + beside.seconds)
  return knownTens(medianIn(level, hz, start, end) - (before + after) / 2)
}

/**
 * How much more than usual the engine drowns out wheels and wind in a stretch, tens of dB; 0 without sound. Automatic
 * gain changes both alike.
 */
export function engineOverWheels(levels: SoundLevels | null, start: number, end: number): number {
  if (!levels) return 0
  const over = engineOver(levels)
  return knownTens(medianIn(over, levels.hz, start, end) - usualOf(over))
}

/** How much louder than usual on the ride a band is in a stretch, dB; null without sound. */
export function louderThanUsual(
  levels: SoundLevels | null,
  band: Band,
  start: number,
  end: number,
): number | null {
  const louder = levels ? medianIn(levels[band], levels.hz, start, end) - usualOf(levels[band]) : Number.NaN
  return Number.isNaN(louder) ? null : louder
}

const knownRatio = (part: number, usual: number, limit: number) =>
  part > 0 && usual > 0 ? clamp(Math.log(part / usual), -limit, limit) : 0

/** How much more than usual what is near moves against what is far, log. A camera that only turns sees none of it. */
export const parallaxIn = ({ picture, pictureHz }: Signals, start: number, end: number): number =>
  knownRatio(medianIn(picture.spread, pictureHz, start, end), usualOf(picture.spread), most.ratio)

/** How much worse than usual neighboring frames match, log: fast motion blurs them. */
export const blurIn = (seen: SeenRide, { ego }: Signals, start: number, end: number): number =>
  ego ? knownRatio(median(seenBetween(seen, ego.residual, start, end)), usualOf(ego.residual), most.blur) : 0

/** The logarithm of what a list is in a stretch over what it is beside it; 0 when unknown. */
export function ratioBeside(values: Float32Array, hz: number, start: number, end: number): number {
  const before = medianIn(values, hz, start - beside.gap - beside.seconds, start - beside.gap)
  const after = medianIn(values, hz, end + beside.gap, end + beside.gap + beside.seconds)
  const outside = [before, after].filter(value => !Number.isNaN(value))
  const inside = medianIn(values, hz, start, end)
  return outside.length > 0
    ? knownRatio(inside, outside.reduce((sum, value) => sum + value, 0) / outside.length, most.ratio)
    : 0
}

/** What four fifths of a stretch's turning stay below, frame widths per second; more than this says no more. */
const turning = { below: 0.8, most: 0.6 }

export function turningIn(seen: SeenRide, start: number, end: number): number {
  const rate = quantile(seenBetween(seen, seen.turn, start, end).map(Math.abs), turning.below)
  return Number.isNaN(rate) ? 0 : Math.min(rate, turning.most)
}

/** Windows that show a dive of the nose, seconds: outside of the stretch, and inside, while it goes down and up. */
const dive = { beside: 1.2, outside: 0.2, inside: 0.3, usual: 0.05, most: 3 }

/** How far the nose dives in a stretch and comes up after it, in usual dives; the horizon then rises in the picture. */
export function diveIn({ hz, drop }: SeenRide, start: number, end: number): number {
  const before = medianIn(drop, hz, start - dive.beside, start - dive.outside)
  const after = medianIn(drop, hz, end + dive.outside, end + dive.beside)
  const rise = (before + after) / 2 - medianIn(drop, hz, start + dive.inside, end - dive.inside)
  return Number.isNaN(rise) ? 0 : clamp(rise / dive.usual, -dive.most, dive.most)
}

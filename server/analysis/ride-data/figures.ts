import type { RideFigures } from '#contract/sharing/public-video.ts'
import type { ShownFindings, ShownRide } from '../private-places/shown.ts'

/** m/s; a receiver that stands still drifts by less */
const movingSpeed = 1

/** Figures of a ride without an analysis. */
export const noFigures: RideFigures = {
  distance: null,
  topSpeed: null,
  moving: null,
  airtime: null,
  landing: null,
}

const most = (values: readonly number[]): number | null =>
  values.length > 0 ? values.reduce((a, b) => Math.max(a, b)) : null

/**
 * What a ride measured, as its viewer may see it: distance and time are those of the speeds that are shown, by the
 * trapezoidal rule. A time lapse's seconds count as seconds of the ride.
 */
export function figuresOf({ result, ride }: Pick<ShownFindings, 'result' | 'ride'>): RideFigures {
  const speeds = ride?.series.find(({ measure }) => measure === 'speed')?.stretches ?? []
  const pace = result.telemetry?.pace ?? 1
  let distance = 0
  let moving = 0
  for (const stretch of speeds)
    for (const [i, [time, speed]] of stretch.entries()) {
      const before = stretch[i - 1]
      if (!before) continue
      const seconds = (time - before[0]) * pace
      const mean = (speed + before[1]) / 2
      distance += mean * seconds
      if (mean > movingSpeed) moving += seconds
    }
  const measured = speeds.some(stretch => stretch.length > 1)
  const valuesOf = (type: 'jump' | 'hard_landing') =>
    result.highlights.flatMap(({ evidence }) =>
      evidence.filter(one => one.type === type).map(({ value }) => value),
    )
  return {
    distance: measured ? distance : null,
    topSpeed: most(speeds.flat().map(([, speed]) => speed)),
    moving: measured ? moving : null,
    airtime: most(valuesOf('jump')),
    landing: most(valuesOf('hard_landing')),
  }
}

/**
 * Meters. As Strava counts it, a gain from a low to a high point must exceed a threshold (support.strava.com, "Elevation
 * Gain"): a receiver's heights waver by some meters while it stands.
 */
const fewestMeters = 5

/** Meters of height that a ride gained, without what was climbed where nothing was measured; null without heights. */
export function climbedOf(ride: ShownRide | null): number | null {
  const stretches = ride?.series.find(({ measure }) => measure === 'height')?.stretches ?? []
  let climbed = 0
  for (const stretch of stretches) {
    let low = stretch[0]?.[1] ?? 0
    let top = low
    for (const [, height] of stretch) {
      const rising = top - low >= fewestMeters
      if (height > top) top = height
      else if (rising ? top - height >= fewestMeters : height < low) {
        if (rising) climbed += top - low
        low = height
        top = height
      }
    }
    if (top - low >= fewestMeters) climbed += top - low
  }
  return stretches.some(stretch => stretch.length > 1) ? climbed : null
}

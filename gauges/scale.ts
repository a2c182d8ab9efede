import { type UnitSystem, unitsOf } from '#contract/gauges/units.ts'

const tops = [20, 30, 40, 60, 80, 100, 120, 160, 200, 240, 320]

/** Full scale of a speedometer in the units shown: the next round number above the fastest of the ride, m/s. */
export function topOfScale(fastest: number, units: UnitSystem): number {
  const shown = fastest * unitsOf[units].speed.factor
  return tops.find(top => top >= shown) ?? Math.ceil(shown / 100) * 100
}

/** The speed as it is read, a whole number. @param speed m/s */
export const readSpeed = (speed: number, units: UnitSystem): string =>
  String(Math.round(Math.max(0, speed) * unitsOf[units].speed.factor))

/** The height as it is read, with its unit. @param height m */
export const readHeight = (height: number, units: UnitSystem): string => {
  const { factor, name } = unitsOf[units].height
  return `${Math.round(height * factor)} ${name}`
}

/** Felt acceleration as it is read. */
export const readG = (g: number): string => Math.max(0, g).toFixed(1)

/** Airtime as it is read, seconds: never more than has passed. */
export const readAir = (seconds: number): string => (Math.floor(seconds * 100 + 1e-6) / 100).toFixed(2)

import type { TimeSpan } from '#contract/analysis.ts'
import type { Telemetry } from '#telemetry/types.ts'
import { receiverOf } from '../receiver/index.ts'
import { measureRide, type StoredRide } from './measure.ts'
import { measureMinutes, type RideMinute } from './minutes.ts'

/**
 * What plots, map and gauges show of a ride, at the times at which it was true: a receiver tells speed and place late.
 * @param homeZone from `homeZoneOf` for the same telemetry, at those times too
 */
export function keptRide(
  telemetry: Telemetry | null,
  durationSeconds: number,
  homeZone: TimeSpan[],
): { ride: StoredRide | null; minutes: RideMinute[] } {
  const aligned = receiverOf(telemetry, durationSeconds).telemetry
  return {
    ride: measureRide(aligned, durationSeconds, homeZone),
    minutes: measureMinutes(aligned, durationSeconds),
  }
}

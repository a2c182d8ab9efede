import type { TimeSpan } from '#contract/analysis.ts'
import type { Telemetry } from '#telemetry/types.ts'
import { measureRide, type StoredRide } from './measure.ts'
import { measureMinutes, type RideMinute } from './minutes.ts'

/**
 * What plots, map and gauges show of a ride.
 * @param telemetry at the times at which it was true, from `receiverOf`: a receiver tells speed and place late
 * @param homeZone from `homeZoneOf` for the same telemetry, at those times too
 */
export function keptRide(
  telemetry: Telemetry | null,
  durationSeconds: number,
  homeZone: TimeSpan[],
): { ride: StoredRide | null; minutes: RideMinute[] } {
  return {
    ride: measureRide(telemetry, durationSeconds, homeZone),
    minutes: measureMinutes(telemetry, durationSeconds),
  }
}

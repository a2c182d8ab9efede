import type { Telemetry } from '#telemetry/types.ts'
import { endsOf, type Place } from '../private-places/circles.ts'
import { sealRide, sealSamples, type WholeMinute, type WholeRide } from '../private-places/shown.ts'
import { measureRide } from './measure.ts'
import { measureMinutes } from './minutes.ts'

/** What is stored of a ride: for plots, map and gauges, and where it starts and ends. */
export interface KeptRide {
  /** null without telemetry */
  ride: WholeRide | null
  ends: Place[]
  minutes: WholeMinute[]
}

/**
 * What is stored of a ride.
 * @param telemetry at the times at which it was true, from `receiverOf`: a receiver tells speed and place late
 */
export function keptRide(telemetry: Telemetry | null, durationSeconds: number): KeptRide {
  const ride = measureRide(telemetry, durationSeconds)
  return {
    ride: ride && sealRide(ride),
    ends: ride ? endsOf(ride.track) : [],
    minutes: measureMinutes(telemetry, durationSeconds).map(({ minute, samples }) => ({
      minute,
      samples: sealSamples(samples),
    })),
  }
}

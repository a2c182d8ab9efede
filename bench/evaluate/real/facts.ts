import { rideState } from '#server/analysis/ride-state.ts'
import { sampleSignals } from '#server/analysis/sample-ride.ts'
import { feltAcceleration } from '#server/analysis/sensors.ts'
import type { AnalysisInput, RideFacts } from '#server/analysis/types.ts'
import type { Telemetry } from '#telemetry/types.ts'

/**
 * What the event rules look at where a recording has sensors only. An even picture that moves as on a ride stands in
 * for the camera, and there is no sound, so nothing that is found comes from either.
 */
export function factsOf(telemetry: Telemetry, seconds: number): RideFacts {
  const signals = sampleSignals({ seconds, sound: null })
  const accl = telemetry.series.get('ACCL')
  const felt = accl ? feltAcceleration(accl) : null
  return {
    durationSeconds: seconds,
    signals,
    telemetry,
    felt,
    shots: [{ start: 0, end: seconds }],
    state: rideState(signals, telemetry, felt),
  }
}

/** The file that such a recording would have come in. */
export const inputOf = (path: string, durationSeconds: number): AnalysisInput => ({
  path,
  durationSeconds,
  width: 1920,
  height: 1080,
  fps: 30,
  hasAudio: false,
  hasBFrames: false,
  codec: 'h264',
  sizeBytes: 0,
})

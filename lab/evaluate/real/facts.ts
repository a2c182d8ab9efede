import { paceOf, receiverOf } from '#server/analysis/receiver/index.ts'
import { rideState } from '#server/analysis/ride-state.ts'
import { sampleSignals } from '#server/analysis/sample-ride.ts'
import { feltAcceleration } from '#server/analysis/sensors.ts'
import type { AnalysisInput, RideFacts } from '#server/analysis/types.ts'
import { streamsWeWrote } from '#server/core/media/streams.ts'
import type { Telemetry } from '#telemetry/types.ts'

/**
 * The event rules' input for a recording that has only sensors. A constant picture that moves as on a ride
 * replaces the camera, and there is no sound, so neither contributes to what is found.
 */
export function factsOf(telemetry: Telemetry, seconds: number): RideFacts {
  const signals = sampleSignals({ seconds, sound: null })
  const accl = telemetry.series.get('ACCL')
  const felt = accl ? feltAcceleration(accl) : null
  const shots = [{ start: 0, end: seconds }]
  const receiver = receiverOf(telemetry, seconds)
  const pace = paceOf(receiver, shots)
  return {
    durationSeconds: seconds,
    signals,
    telemetry: receiver.telemetry,
    level: receiver.level,
    pace,
    felt,
    shots,
    state: rideState(signals, pace, felt),
    seen: null,
    heard: null,
  }
}

/** The file such a recording would have come from. */
export const inputOf = (path: string, durationSeconds: number): AnalysisInput => ({
  path,
  durationSeconds,
  width: 1920,
  height: 1080,
  fps: 30,
  streams: streamsWeWrote(false),
  hasBFrames: false,
  codec: 'h264',
  sizeBytes: 0,
})

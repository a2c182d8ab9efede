import { factsOf } from '#server/analysis/clock.ts'
import { receiverOf } from '#server/analysis/receiver.ts'
import { sampleSignals } from '#server/analysis/sample-ride.ts'
import type { AnalysisInput, RideFacts } from '#server/analysis/types.ts'
import { streamsWeWrote } from '#server/core/media/streams.ts'
import type { Telemetry } from '#telemetry/types.ts'

/**
 * What detectors know of a recording that has only sensors. A constant picture that moves as on a ride
 * replaces the camera, and there is no sound, so neither contributes to what is found.
 */
export const sensorFacts = (telemetry: Telemetry, seconds: number): RideFacts =>
  factsOf(sampleSignals({ seconds, sound: null }), receiverOf(telemetry, seconds), [
    { start: 0, end: seconds },
  ])

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

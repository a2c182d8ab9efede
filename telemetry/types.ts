import { type placements, sidecarFormats, type TelemetryFormat } from '#contract/telemetry.ts'

export type { TelemetryFormat }

/** Samples of one telemetry stream, times in seconds of the video, one row of `axes` numbers per sample. */
export interface TelemetrySeries {
  fourcc: string
  name: string
  units: string
  axes: number
  /** length = number of samples */
  times: Float64Array
  /**
   * length = times.length × axes, SI or the unit in `units`, scale already divided out; 64-bit for positions
   */
  values: Float32Array | Float64Array
  /**
   * the meaning of each axis, when it is fixed (GPS5, GPS9) or written by the camera (scene classes of SCEN)
   */
  columns?: string[]
  /**
   * false for a motion sensor that is mounted in an unknown direction: only its magnitudes mean something; missing when
   * its axes are those of a GoPro (level.ts)
   */
  axesKnown?: false
}

/** Highlights written by the camera: HMMT (button presses) and HLMT (button, IMU, sound, fused). */
export interface CameraTag {
  /** seconds */
  time: number
  start: number
  end: number
  kind: 'manual' | 'imu' | 'sound' | 'fused'
  /** 0 to 1 if the camera reports it */
  confidence: number | null
  score: number | null
}

/** Where a video lies on the clock of a ride that was added to it. */
export interface Placement {
  /** seconds of the ride at the video's second 0; below 0 when the video began first */
  offset: number
  method: (typeof placements)[number]
  /** correlation of turns, 0 to 1; null: not compared */
  confidence: number | null
  /** seconds by which the ride's clock gains on the video's in each second of it */
  drift: number
  /** the likeliest places, best first: at most three */
  best: { offset: number; confidence: number | null }[]
}

/** A ride that was added to a video. */
export interface AddedRide {
  format: TelemetryFormat
  device: string | null
  /** when it began, as its recorder says, Unix seconds; null without dates */
  begins: number | null
  /** from its first sample to its last */
  seconds: number
  /** the streams that came from it */
  streams: string[]
  placement: Placement
}

/** Whether a recorder of its own wrote it. */
export const isSidecar = (format: TelemetryFormat): boolean => sidecarFormats.some(one => one === format)

export interface Telemetry {
  device: string | null
  /** keyed by FourCC; of several devices with the same FourCC, the first with samples is kept */
  series: Map<string, TelemetrySeries>
  tags: CameraTag[]
  format: TelemetryFormat
  /** when its second 0 was by the recorder's clock, Unix seconds; missing without dates */
  begins?: number
  /** what the camera calls this video, in its own ride too; missing for cameras that don't */
  recording?: string
  /** a ride's videos by that name, and when each began on the ride's clock, Unix seconds */
  recordings?: Record<string, number>
  /** when the video's second 0 was by satellite time, Unix seconds; missing without a fix */
  satellite?: number
  /** seconds of the ride per second of the video: 10 for a TimeWarp, 0.25 for slow motion; missing: real time */
  pace?: number
  /** the ride that was merged in; missing: none */
  added?: AddedRide
  /** how many samples couldn't be true and were left out; missing for none */
  dropped?: number
}

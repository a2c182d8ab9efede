/** Samples of one telemetry stream, times in seconds of the video, one row of `axes` numbers per sample. */
export interface TelemetrySeries {
  fourcc: string
  name: string
  units: string
  axes: number
  /** length = number of samples */
  times: Float64Array
  /** length = times.length × axes, SI or the unit that `units` names, scale already divided out; 64-bit for positions */
  values: Float32Array | Float64Array
  /** what each axis is, where that is fixed (GPS5, GPS9) or written by the camera (scene classes of SCEN) */
  columns?: string[]
}

/** Highlights that the camera itself wrote: HMMT (button presses) and HLMT (button, IMU, sound, fused). */
export interface CameraTag {
  /** seconds */
  time: number
  start: number
  end: number
  kind: 'manual' | 'imu' | 'sound' | 'fused'
  /** 0 to 1 where the camera said so */
  confidence: number | null
  score: number | null
}

export interface Telemetry {
  device: string | null
  /** keyed by FourCC; several devices with the same FourCC keep the first that has samples */
  series: Map<string, TelemetrySeries>
  tags: CameraTag[]
  source: 'gpmf' | 'sidecar'
}

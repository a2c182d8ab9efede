/** Formats of telemetry inside a video. */
export const cameraFormats = ['gpmf', 'djmd', 'insta360', 'rtmd', 'camm', 'dashcam', 'phone', 'virb'] as const
/** Formats of files that accompany a video. */
export const sidecarFormats = ['fit', 'gpx', 'tcx', 'kml', 'csv', 'srt'] as const
/** What telemetry can be written in: by a camera into its video, or by a recorder of its own. */
export const telemetryFormats = [...cameraFormats, ...sidecarFormats] as const
export type TelemetryFormat = (typeof telemetryFormats)[number]

/**
 * How a video's place on a ride was found. recording: the ride names the video; satellite: both clocks show satellite time; turns: the camera turned as the track
 * does; clock: what the camera's clock says; start: both begin together, for want of a clue; rider: as the rider chose.
 */
export const placements = ['recording', 'satellite', 'turns', 'clock', 'start', 'rider'] as const

/** Seconds of the ride per second of the video from which on it is a time lapse, and below which it is slow motion. */
export const paceLimits = { lapse: 1.5, slow: 0.67 } as const

/**
 * How a video was recorded that doesn't show its ride in real time.
 * @param pace seconds of the ride per second of the video
 * @returns 'varying' where some parts are in real time and others aren't
 */
export function recordedAs(pace: number): 'lapse' | 'slow' | 'varying' {
  if (pace > paceLimits.lapse) return 'lapse'
  return pace < paceLimits.slow ? 'slow' : 'varying'
}

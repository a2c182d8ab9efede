/** Formats of telemetry inside a video. */
export const cameraFormats = ['gpmf', 'djmd', 'insta360', 'rtmd', 'camm', 'dashcam', 'phone'] as const
/** Formats of files that accompany a video. */
export const sidecarFormats = ['fit', 'gpx', 'tcx', 'kml', 'csv', 'srt'] as const
/** What telemetry can be written in: by a camera into its video, or by a recorder of its own. */
export const telemetryFormats = [...cameraFormats, ...sidecarFormats] as const
export type TelemetryFormat = (typeof telemetryFormats)[number]

/**
 * How a video's place on a ride was found. satellite: both clocks show satellite time; turns: the camera turned as the track
 * does; clock: what the camera's clock says; start: both begin together, for want of a clue; rider: as the rider chose.
 */
export const placements = ['satellite', 'turns', 'clock', 'start', 'rider'] as const

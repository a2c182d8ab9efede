import { catalog } from '#server/core/sentences.ts'

/** What people read about the analysis and the telemetry they add to it. */
export const sentences = catalog('analysis', {
  failed: "We couldn't finish the analysis. Start it again; if it keeps failing, contact us.",
  shorterSpans: 'Ask for at most 10 minutes in total.',
  placeKnown: 'This place is already private.',
  tooManyPlaces: ({ most }: { most: number }) =>
    `You can add up to ${most} places, those you removed included.`,
  notAnalyzed: "The AI analysis of this video isn't finished yet.",
  nothingToUndo: "There's nothing to undo for this video.",
  processFirst: 'This video must be processed before we can analyze it.',
  processFirstForTelemetry: 'This video must be processed before you can add telemetry.',
  noRide: 'No ride was added to this video.',
  otherDay: ({ rode, filmed }: { rode: string; filmed: string }) =>
    `This ride began at ${rode} UTC, but the camera's clock says that the video is from ${filmed}.`,
  sendAsBytes: 'Send the telemetry as application/octet-stream.',
  telemetryBusy: "We're reading many telemetry files right now. Try again in a minute.",
  telemetryTooLarge: 'This telemetry is larger than 64 MB. Export a shorter ride and try again.',
})

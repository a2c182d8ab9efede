import { z } from 'zod'

/** How many points each plot and the track of a ride are reduced to. */
export const ridePoints = 2000

/** m/s, felt acceleration in g (1 at rest), meters above sea level, degrees per second. */
export const rideMeasures = ['speed', 'g', 'height', 'turn'] as const
export type RideMeasure = (typeof rideMeasures)[number]

/** Series of [seconds of the video, value], split where nothing was measured for a while. */
export const rideSeries = z.object({
  measure: z.enum(rideMeasures),
  stretches: z.array(z.array(z.tuple([z.number(), z.number()]))),
})
export type RideSeries = z.infer<typeof rideSeries>

/** [seconds of the video, latitude, longitude], degrees. */
export const trackPoint = z.tuple([z.number(), z.number(), z.number()])
export type TrackPoint = z.infer<typeof trackPoint>

/** A jump or a highlight, seconds of the video; `at` is its strongest moment. */
export const rideMarker = z.object({
  kind: z.enum(['jump', 'highlight']),
  start: z.number(),
  end: z.number(),
  at: z.number(),
  text: z.string(),
})
export type RideMarker = z.infer<typeof rideMarker>

/** GET /api/videos/{id}/ride-data */
export const rideDataAnswer = z.object({
  /** pending: no analysis has completed; none: the video has no telemetry */
  state: z.enum(['ready', 'pending', 'none']),
  series: z.array(rideSeries),
  /** parts of the track: all of it for the rider; others get it without private places, if the rider shows a map */
  track: z.array(z.array(trackPoint)),
  /** whether part of the track is left out */
  homeZoneHidden: z.boolean(),
  markers: z.array(rideMarker),
})
export type RideDataAnswer = z.infer<typeof rideDataAnswer>

/** GET /api/videos/{id}/same-ride: riders see their own videos alone, staff those of everybody. */
export const sameRideAnswer = z.object({
  videos: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      createdAt: z.iso.datetime(),
      /** the very same file, or a copy that kept its telemetry */
      by: z.enum(['file', 'telemetry']),
      /** uploaded by the same person */
      sameRider: z.boolean(),
    }),
  ),
})
export type SameRideAnswer = z.infer<typeof sameRideAnswer>

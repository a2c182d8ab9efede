import { z } from 'zod'
import { rideDataAnswer, trackPoint } from '../ride-data.ts'
import { gaugeThemes } from './themes.ts'
import { unitSystems } from './units.ts'

/** Which gauges are burned into a clip. */
export const gaugeChoice = z.object({ theme: z.enum(gaugeThemes), units: z.enum(unitSystems) })
export type GaugeChoice = z.infer<typeof gaugeChoice>

/** Values `hz` times a second from `start` on, in seconds of the video; null where nothing was measured. */
export const gaugeSamples = z.object({
  start: z.number(),
  hz: z.number(),
  values: z.array(z.number().nullable()),
})
export type GaugeSamples = z.infer<typeof gaugeSamples>

/** m/s; felt acceleration in g (1 at rest), the mean of 0.1 s; meters above sea level. */
export const gaugeMeasures = ['speed', 'g', 'height'] as const
export type GaugeMeasure = (typeof gaugeMeasures)[number]

const span = z.object({ start: z.number(), end: z.number() })

/** The data behind the gauges. A measure that the ride lacks has no samples. */
export const gaugeRide = z.object({
  speed: z.array(gaugeSamples),
  g: z.array(gaugeSamples),
  height: z.array(gaugeSamples),
  /** from takeoff to landing, seconds of the video */
  flights: z.array(span),
  /** parts of the whole track, without the rider's private places */
  track: z.array(z.array(trackPoint)),
  /** parts of [seconds of the video, meters above sea level] of the whole ride, cut like the track */
  profile: z.array(z.array(z.tuple([z.number(), z.number()]))),
  /** top speed of the whole ride, m/s; null without speed */
  topSpeed: z.number().nullable(),
  /** the rider's name */
  name: z.string(),
})
export type GaugeRide = z.infer<typeof gaugeRide>

/** Most seconds of a ride in one answer. */
export const gaugeSecondsAtOnce = 600

/** Spans of a video in seconds, as in 12.5-18.25,40-46. A second has at most six digits, as in an address (`?t=`). */
export const gaugeSpans = z
  .string()
  .max(1000)
  .regex(/^\d{1,6}(\.\d+)?-\d{1,6}(\.\d+)?(,\d{1,6}(\.\d+)?-\d{1,6}(\.\d+)?)*$/)

/** GET /api/videos/{id}/gauge-data; the state as in ride data. */
export const gaugeDataAnswer = z.object({
  state: rideDataAnswer.shape.state,
  ride: gaugeRide.nullable(),
})
export type GaugeDataAnswer = z.infer<typeof gaugeDataAnswer>

import { z } from 'zod'
import { excitementCurve, highlight, scene } from '../analysis.ts'
import { category } from '../videos.ts'

/** A highlight as anyone may see it: without GPS measurements from the rider's private places. */
export const publicHighlight = highlight.pick({
  description: true,
  score: true,
  start: true,
  end: true,
  clipType: true,
})
export type PublicHighlight = z.infer<typeof publicHighlight>

/** What a ride measured where anyone may see it: in private places nothing counts. SI units; null: not measured. */
export const rideFigures = z.object({
  /** meters */
  distance: z.number().nullable(),
  /** m/s */
  topSpeed: z.number().nullable(),
  /** seconds */
  moving: z.number().nullable(),
  /** of the longest jump, seconds */
  airtime: z.number().nullable(),
  /** of the hardest landing, g */
  landing: z.number().nullable(),
})
export type RideFigures = z.infer<typeof rideFigures>

/** What anyone may see of a video's analysis. */
export const publicRide = z.object({
  highlights: z.array(publicHighlight),
  /** null without an analysis */
  curve: excitementCurve.nullable(),
  scenes: z.array(scene.pick({ timestamp: true, sceneType: true, description: true })),
  figures: rideFigures,
})
export type PublicRide = z.infer<typeof publicRide>

/**
 * GET /api/public/videos/{id}: a published video in the words that staff approved. Durations are seconds, times ISO
 * 8601.
 */
export const publicVideoAnswer = z.object({
  id: z.uuid(),
  streamId: z.string(),
  title: z.string(),
  description: z.string(),
  category,
  rider: z.string(),
  /** of the rider's public page; null if they have none */
  riderName: z.string().nullable(),
  duration: z.number(),
  /** of the picture; null if unknown */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  publishedAt: z.string().nullable(),
  ...publicRide.shape,
  /** whether there are plots or a map to ask for */
  hasRideData: z.boolean(),
})
export type PublicVideo = z.infer<typeof publicVideoAnswer>

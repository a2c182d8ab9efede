import { z } from 'zod'
import { finding } from '../findings.ts'
import { emailAddress } from '../text.ts'
import { publicHighlight, rideFigures } from './public-video.ts'

/** The name of a rider's page: letters, digits and single hyphens between them, in lower case. */
export const riderName = z
  .string()
  .overwrite(text => text.trim().toLowerCase())
  .regex(/^(?=.{3,30}$)[a-z0-9]+(-[a-z0-9]+)*$/, finding('riderName'))
  .meta({ example: 'mud-sam' })

/** PUT /api/profile/rider-page */
export const riderPageBody = z.strictObject({ name: riderName, shown: z.boolean() })

/** GET and PUT /api/profile/rider-page: one's own page. */
export const ownRiderPage = z.object({
  /** null until one is chosen */
  name: z.string().nullable(),
  /** whether anyone may see it */
  shown: z.boolean(),
  /** where it is; null without a name */
  url: z.string().nullable(),
})
export type OwnRiderPage = z.infer<typeof ownRiderPage>

/** POST /api/public/riders/{riderName}/follow */
export const followBody = z.strictObject({ email: emailAddress() })

/** What a rider's best rides are best at. */
export const recordKinds = ['topSpeed', 'airtime', 'landing', 'distance'] as const

/**
 * GET /api/public/riders/{riderName}: a rider's published rides and what was measured in them where anyone may see it.
 * SI units, times ISO 8601.
 */
export const publicRider = z.object({
  /** of the page, in its address */
  name: z.string(),
  /** as riders gave it; empty if they gave none */
  rider: z.string(),
  /** newest first */
  rides: z.array(
    z.object({
      id: z.uuid(),
      streamId: z.string(),
      title: z.string(),
      /** seconds */
      duration: z.number(),
      publishedAt: z.string().nullable(),
      /** the best highlight in words; null without highlights */
      moment: publicHighlight.shape.description.nullable(),
    }),
  ),
  /** of all these rides together */
  totals: z.object({
    highlights: z.number().int(),
    ...rideFigures.pick({ distance: true, moving: true }).shape,
  }),
  records: z.array(
    z.object({ kind: z.enum(recordKinds), value: z.number(), videoId: z.uuid(), title: z.string() }),
  ),
})
export type PublicRider = z.infer<typeof publicRider>

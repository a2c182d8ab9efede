import { z } from 'zod'

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

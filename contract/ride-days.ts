import { z } from 'zod'
import { finding } from './findings.ts'
import { rideFigures } from './sharing/public-video.ts'

/** What a rider's records are about: top speed and airtime of a clip, distance and height gained of a day. */
export const dayRecordKinds = ['topSpeed', 'airtime', 'distance', 'climbed'] as const
export type DayRecordKind = (typeof dayRecordKinds)[number]

const day = z.iso.date(finding('day'))

/** GET /api/rides/days; `before` is the `next` of the previous page. */
export const rideDaysQuery = z.strictObject({
  before: day.optional(),
  limit: z.coerce.number().int().min(1).max(50).default(5),
})

/**
 * A rider's days, newest first, each with its clips as one ride. Private places count: only the rider gets this. SI units;
 * null: not measured.
 */
export const rideDaysAnswer = z.object({
  days: z.array(
    z.object({
      /** in the rider's time zone */
      day,
      videos: z.array(
        z.object({
          id: z.uuid(),
          title: z.string(),
          /** null until it can be played */
          streamId: z.string().nullable(),
          /** seconds */
          duration: z.number(),
        }),
      ),
      totals: rideFigures.omit({ landing: true }).extend({
        /** meters of height gained */
        climbed: z.number().nullable(),
      }),
      /** in what this day is the best of several */
      records: z.array(z.enum(dayRecordKinds)),
    }),
  ),
  /** the best of several days, of all days */
  records: z.array(z.object({ kind: z.enum(dayRecordKinds), value: z.number(), day })),
  /** null after the last page */
  next: day.nullable(),
})
export type RideDays = z.infer<typeof rideDaysAnswer>

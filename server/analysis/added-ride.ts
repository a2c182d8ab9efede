import type { AddedRideAnswer } from '#contract/analysis.ts'
import { sentences } from '#sentences/analysis.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Ride } from './telemetry-process/index.ts'

/** Stores the ride of a video, to be laid by the analysis; null removes it. */
export async function keepRide(tx: Queryable, videoId: string, ride: Ride | null): Promise<void> {
  await tx.deleteFrom('added_rides').where('video_id', '=', videoId).execute()
  if (!ride) return
  await tx
    .insertInto('added_rides')
    .values({
      video_id: videoId,
      begins: ride.begins === null ? null : new Date(ride.begins * 1000),
      seconds: ride.seconds,
      step_seconds: ride.stepSeconds,
      speeds: ride.speeds,
    })
    .execute()
}

/** The ride that was added to a video. @throws AppError not_found when none was */
export async function findRide(db: Queryable, videoId: string): Promise<AddedRideAnswer> {
  const row = await db
    .selectFrom('added_rides')
    .selectAll()
    .where('video_id', '=', videoId)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', sentences.noRide)
  return {
    begins: row.begins?.toISOString() ?? null,
    seconds: row.seconds,
    stepSeconds: row.step_seconds,
    speeds: row.speeds,
    chosen: row.chosen_offset,
  }
}

/** Where the rider laid a video on its ride, seconds of the ride; null: the analysis finds it, or there is none. */
export const chosenOffset = async (db: Queryable, videoId: string): Promise<number | null> =>
  (
    await db
      .selectFrom('added_rides')
      .select('chosen_offset')
      .where('video_id', '=', videoId)
      .executeTakeFirst()
  )?.chosen_offset ?? null

/**
 * Lays a video on its ride.
 * @param offset seconds of the ride at the video's second 0; null lets the analysis find it
 * @throws AppError not_found without a ride
 */
export async function choosePlace(tx: Queryable, videoId: string, offset: number | null): Promise<void> {
  const [changed] = await tx
    .updateTable('added_rides')
    .set({ chosen_offset: offset })
    .where('video_id', '=', videoId)
    .execute()
  if (!changed?.numUpdatedRows) throw new AppError('not_found', sentences.noRide)
}

/** Hours by which clocks on the ground differ from UTC at most. */
const mostHours = 14

/** Whether a video can't be of a ride, whatever zone its clock shows. Times are Unix seconds. */
export const isOfAnotherDay = (
  ride: Pick<Ride, 'begins' | 'seconds'>,
  video: { clocks: readonly number[]; seconds: number },
): boolean =>
  ride.begins !== null &&
  video.clocks.length > 0 &&
  video.clocks.every(
    clock =>
      clock + video.seconds + mostHours * 3600 < ride.begins! ||
      clock - mostHours * 3600 > ride.begins! + ride.seconds,
  )

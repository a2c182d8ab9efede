import type { TimeSpan } from '#contract/analysis.ts'
import type { GaugeDataAnswer } from '#contract/gauges/gauges.ts'
import { displayNames, findUser } from '#server/accounts/index.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { VideoRow } from '#server/videos/index.ts'
import { findRide, minutesOfRun } from '../store.ts'
import { gaugeDataOf, minutesOf } from './index.ts'

/** What gauges are drawn from in some spans of a video, by its newest analysis, without the rider's home zone. */
export async function gaugeDataFor(
  db: Queryable,
  video: Pick<VideoRow, 'id' | 'user_id'>,
  spans: readonly TimeSpan[],
): Promise<GaugeDataAnswer> {
  const [owner, names, found] = [
    await findUser(db, video.user_id),
    await displayNames(db, [video.user_id]),
    await findRide(db, video.id),
  ]
  const minutes = found?.ride ? await minutesOfRun(db, found.runId, minutesOf(spans)) : []
  return gaugeDataOf(found, minutes, spans, {
    name: names.get(video.user_id) ?? '',
    showHomeZone: owner?.hide_home_zone === false,
  })
}

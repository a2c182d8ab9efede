import type { TimeSpan } from '#contract/analysis.ts'
import type { GaugeDataAnswer } from '#contract/gauges/schemas.ts'
import { displayNames } from '#server/accounts/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { VideoRow } from '#server/videos/index.ts'
import { shownTo, type Viewer } from '../private-places/shown.ts'
import { sightOf } from '../private-places/store.ts'
import { findFindings, minutesOfRun } from '../store.ts'
import { gaugeDataOf } from './gauge-ride.ts'
import { minutesOf } from './minutes.ts'

/**
 * What gauges are drawn from in some spans of a video, by its newest analysis, without the rider's private places: a clip
 * is made to be shown.
 * @param byRider the rider makes the clip, and so decides about the map in it; otherwise it has what others may see
 */
export async function gaugeDataFor(
  db: Queryable,
  video: Pick<VideoRow, 'id' | 'user_id'>,
  spans: readonly TimeSpan[],
  { byRider }: { byRider: boolean },
): Promise<GaugeDataAnswer> {
  const [sight, names, found] = [
    await sightOf(db, video.user_id),
    await displayNames(db, [video.user_id]),
    await findFindings(db, video.id),
  ]
  const viewer: Viewer = byRider ? 'own-clip' : 'others'
  const minutes = found?.ride ? await minutesOfRun(db, found.runId, minutesOf(spans)) : []
  return gaugeDataOf(found && shownTo(viewer, found, sight), minutes, spans, names.get(video.user_id) ?? '')
}

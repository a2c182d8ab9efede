import type { AnalysisResult } from '#contract/analysis.ts'
import type { RideDataAnswer } from '#contract/ride-data.ts'
import type { RideFigures } from '#contract/sharing/public-video.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { inWordsFor, type Wording } from '#server/core/sentences.ts'
import { approvedOf, type VideoRow } from '#server/videos/index.ts'
import { type Shown, type ShownFindings, shownTo, type WholeFindings } from '../private-places/shown.ts'
import { sightOf } from '../private-places/store.ts'
import { findFindings } from '../store.ts'
import { rideAnswer } from './answer.ts'
import { figuresOf, noFigures } from './figures.ts'

/** What others may see of what an analysis found: everybody but the rider, our staff too. */
export const shownToOthers = async (
  db: Queryable,
  riderId: string,
  found: WholeFindings,
): Promise<ShownFindings> => shownTo('others', found, await sightOf(db, riderId))

/**
 * What the rider or anybody else may see of a video's analysis.
 * @param viewerId who asks
 * @param runId the newest analysis by default
 */
export async function findingsFor(
  db: Queryable,
  video: Pick<VideoRow, 'id' | 'user_id'>,
  viewerId: string | null,
  runId?: string | null,
): Promise<ShownFindings | null> {
  const found = await findFindings(db, video.id, runId)
  return (
    found && shownTo(viewerId === video.user_id ? 'owner' : 'others', found, await sightOf(db, video.user_id))
  )
}

const noRide: RideDataAnswer = { state: 'none', series: [], track: [], homeZoneHidden: false, markers: [] }

/**
 * What anyone may see of a published or shared video's analysis: of the run it was approved with, since a later one may
 * rest on telemetry that no staff member has seen; of the newest before it is approved.
 */
export async function publicFindings(
  db: Queryable,
  video: Pick<VideoRow, 'id' | 'user_id' | 'status' | 'approved_as'>,
  wording: Wording,
): Promise<{
  result: Shown<AnalysisResult> | null
  figures: RideFigures
  /** Makes its plots and map, which most pages that show a ride don't have. */
  ride: () => RideDataAnswer
}> {
  const approved = approvedOf(video)
  const found = approved?.runId === null ? null : await findingsFor(db, video, null, approved?.runId)
  if (!found) return { result: null, figures: noFigures, ride: () => noRide }
  return {
    result: inWordsFor(found.result, wording),
    figures: figuresOf(found),
    ride: () => {
      const ride = rideAnswer(found, wording)
      // That a rider has a map, and keeps it, is nobody's business.
      if (ride.state === 'ready' && ride.series.length + ride.track.length === 0) return noRide
      return { ...ride, homeZoneHidden: ride.homeZoneHidden && ride.track.length > 0 }
    },
  }
}

import type { AnalysisResult } from '#contract/analysis.ts'
import type { RideDataAnswer, RideMeasure } from '#contract/ride-data.ts'
import { findUser } from '#server/accounts/index.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { inWordsFor } from '#server/platform/db/told.ts'
import { storedWording, type Wording } from '#server/platform/sentences.ts'
import { approvedOf, type VideoRow } from '#server/videos/index.ts'
import { factsFor, hiddenZone, publicFacts } from '../home-zone.ts'
import { findResult, findRide } from '../store.ts'
import { cutTrack } from './answer.ts'
import { rideAnswer, type StoredRide } from './index.ts'

type Shown = Pick<VideoRow, 'id' | 'user_id' | 'status' | 'approved_as'>

/** Heights and turns tell a place apart, almost as the way itself does. */
const withoutMap: readonly RideMeasure[] = ['speed', 'g']

/** A ride as its rider lets others see it. */
export function publicRide(
  found: { result: Pick<AnalysisResult, 'telemetry' | 'highlights' | 'scenes'>; ride: StoredRide | null },
  rider: { showMap: boolean; showHomeZone: boolean },
  wording: Wording = storedWording,
): RideDataAnswer {
  const zone = hiddenZone(found.ride?.homeZone, rider.showHomeZone)
  const answer = rideAnswer(
    { ...found, result: inWordsFor(publicFacts(found.result, zone), wording) },
    rider.showHomeZone,
  )
  const series = answer.series
    .filter(({ measure }) => rider.showMap || withoutMap.includes(measure))
    .map(({ measure, stretches }) => ({ measure, stretches: cutTrack(stretches, zone) }))
    .filter(({ stretches }) => stretches.length > 0)
  const track = rider.showMap ? answer.track : []
  const state = answer.state === 'ready' && series.length + track.length === 0 ? 'none' : answer.state
  return { ...answer, state, series, track, homeZoneHidden: track.length > 0 && answer.homeZoneHidden }
}

/** What a video's findings say to others. A ride whose rider is unknown hides its home zone. */
export async function factsForOthers(
  db: Queryable,
  riderId: string,
  result: AnalysisResult,
): Promise<AnalysisResult> {
  const owner = await findUser(db, riderId)
  return factsFor(result, owner?.hide_home_zone === false)
}

/**
 * What anyone may see of a published video's analysis: of the run it was approved with, since a later one may rest on
 * telemetry that no staff member has seen.
 */
export async function publicFindings(
  db: Queryable,
  video: Shown,
  wording: Wording,
): Promise<{ result: AnalysisResult | null; ride: RideDataAnswer }> {
  const approved = approvedOf(video)
  const none: RideDataAnswer = { state: 'none', series: [], track: [], homeZoneHidden: false, markers: [] }
  if (approved && approved.runId === null) return { result: null, ride: none }
  const owner = await findUser(db, video.user_id)
  const showHomeZone = owner?.hide_home_zone === false
  const result = await findResult(db, video.id, approved?.runId)
  const newest = await findRide(db, video.id)
  const same = newest && (!approved || newest.runId === approved.runId)
  return {
    result: result && inWordsFor(factsFor(result, showHomeZone), wording),
    ride: same ? publicRide(newest, { showMap: owner?.show_map === true, showHomeZone }, wording) : none,
  }
}

import { zonedTime } from '#server/core/time-zone.ts'
import type { VideoRow } from '#server/videos/index.ts'
import { clocksOf } from '../analysis-input.ts'

/** A camera in another zone may be ahead of its upload. */
const aheadMs = 86_400_000

/**
 * The day on which a video was filmed, else uploaded, where its rider is: 'YYYY-MM-DD'. Satellites know the time better
 * than the camera's clock, and a clock that is ahead of the upload is wrong.
 * @param satellite when the video began by them, Unix seconds. @param zone an IANA name
 */
export function dayOf(
  video: Pick<VideoRow, 'probe' | 'file_name' | 'created_at'>,
  satellite: number | null,
  zone: string,
): string {
  const [clock] = clocksOf(video)
  const began = new Date((satellite ?? clock ?? Number.NaN) * 1000)
  const known = began.getTime() <= video.created_at.getTime() + aheadMs
  // A file's name has the time where the camera was.
  const isLocal = satellite === null && !video.probe?.recordedAt
  const local = known ? zonedTime(began, isLocal ? 'UTC' : zone) : zonedTime(video.created_at, zone)
  return local.toPlainDate().toString()
}

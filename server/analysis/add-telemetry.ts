import type { Readable } from 'node:stream'
import { sentences } from '#sentences/analysis.ts'
import { withBodyFile } from '#server/core/http/body-file.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { VideoRow } from '#server/videos/index.ts'
import { excerptLimit, TelemetryError } from '#telemetry/index.ts'
import { isOfAnotherDay, keepRide } from './added-ride.ts'
import { clocksOf } from './analysis-input.ts'
import { requestAnalysis } from './request-analysis.ts'
import {
  type Ride,
  readingsWaiting,
  summarizeAddedInProcess,
  telemetrySentence,
} from './telemetry-process/index.ts'
import { changeTelemetry } from './video-store.ts'

/** With more files than this waiting, the next upload is asked to come back later. */
const longestLine = 16

/**
 * Adds telemetry to a video: the body is read and checked, stored next to the original, and the video is
 * analyzed again.
 * @param otherDay takes a ride of another day than the video all the same
 * @returns the streams that were found
 * @throws AppError invalid_input with a sentence when it contains none or takes too much to read,
 * too_many_requests when too many are waiting,
 * conflict for a ride of another day
 */
export async function addTelemetry(
  deps: Pick<Deps, 'db' | 'jobs' | 'objects' | 'config'>,
  video: VideoRow,
  body: Readable,
  { otherDay }: { otherDay: boolean },
) {
  if (!video.original_key || !video.probe || video.status === 'failed')
    throw new AppError('conflict', sentences.processFirstForTelemetry)
  if (readingsWaiting() >= longestLine)
    throw new AppError('too_many_requests', sentences.telemetryBusy, {
      retryAfterSeconds: 60,
    })
  const tooLarge = new AppError('too_large', sentences.telemetryTooLarge, { field: 'file' })
  const limits = { idleMs: deps.config.bodyIdleMs, limit: excerptLimit, tooLarge }
  return withBodyFile(body, limits, async file => {
    const { summary, ride } = await summarizeAddedInProcess(file).catch(cause => {
      if (!(cause instanceof TelemetryError)) throw cause
      throw new AppError('invalid_input', telemetrySentence(cause.problem), {
        field: 'file',
        cause,
      })
    })
    if (ride && !otherDay) refuseOtherDay(ride, video)
    const key = `originals/${video.id}/telemetry`
    await deps.objects.putFile(key, file, 'application/octet-stream')
    await deps.db.transaction().execute(async tx => {
      await keepRide(tx, video.id, ride)
      await changeTelemetry(tx, video.id, key)
      await requestAnalysis(deps, tx, video.id)
    })
    return summary
  })
}

/** '2026-06-01 15:30'. @param seconds Unix seconds */
const minuteOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')

/** Names both times: one of two clocks is wrong, or it is the wrong file. */
function refuseOtherDay(ride: Ride, video: VideoRow): void {
  const clocks = clocksOf(video)
  const recorded = clocks[0]
  if (recorded === undefined || ride.begins === null) return
  if (!isOfAnotherDay(ride, { clocks, seconds: video.probe?.durationSeconds ?? 0 })) return
  const [rode, filmed] = [minuteOf(ride.begins), minuteOf(recorded)]
  throw new AppError('conflict', sentences.otherDay({ rode, filmed }), { field: 'file' })
}

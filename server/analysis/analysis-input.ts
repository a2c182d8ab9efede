import type { Probe } from '#server/core/media/probe.ts'
import { streamsOf } from '#server/core/media/streams.ts'
import type { VideoRow } from '#server/videos/index.ts'
import type { AnalysisInput } from './types.ts'

/** The analysis's input for a video. @param file local path of the original */
export const inputOf = (
  file: string,
  probe: Probe,
  more: Pick<AnalysisInput, 'title' | 'sidecarPath' | 'rideOffset' | 'clocks' | 'hide'> = {},
): AnalysisInput => ({
  path: file,
  durationSeconds: probe.durationSeconds,
  width: probe.video.width,
  height: probe.video.height,
  fps: probe.video.fps,
  streams: streamsOf(probe),
  hasBFrames: probe.video.hasBFrames,
  codec: probe.video.codec,
  sizeBytes: probe.sizeBytes,
  ...more,
})

/** A date and time in a file's name, as in PXL_20260601_160000123.mp4 or DJI_20260315180109_0003_D.MP4. */
const named =
  /(?<!\d)(20\d\d)([-_.]?)(0[1-9]|1[0-2])\2([0-3]\d)[-_. T]*([01]\d|2[0-3])([-_.]?)([0-5]\d)\6([0-5]\d)/

/**
 * When a video began by what its file and its name say, the likeliest first, Unix seconds. Some phones write the moment at
 * which they stopped; a name is mostly in local time.
 */
export function clocksOf({ probe, file_name }: Pick<VideoRow, 'probe' | 'file_name'>): number[] {
  const recorded = probe?.recordedAt ? [Date.parse(probe.recordedAt) / 1000] : []
  const [, year, , month, day, hour, , minute, second] = named.exec(file_name) ?? []
  const name = year ? [Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000] : []
  return [
    ...recorded,
    ...name.filter(Number.isFinite),
    ...recorded.map(seconds => seconds - (probe?.durationSeconds ?? 0)),
  ]
}

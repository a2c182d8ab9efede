import type { Probe } from '#server/platform/media/probe.ts'
import { streamsOf } from '#server/platform/media/streams.ts'
import type { AnalysisInput } from './types.ts'

/** The analysis's input for a video. @param file local path of the original */
export const inputOf = (
  file: string,
  probe: Probe,
  more: Pick<AnalysisInput, 'title' | 'sidecarPath' | 'hide'> = {},
): AnalysisInput => ({
  path: file,
  durationSeconds: probe.durationSeconds,
  width: probe.video.width,
  height: probe.video.height,
  fps: probe.video.fps,
  streams: streamsOf(probe),
  recordedAt: probe.recordedAt,
  hasBFrames: probe.video.hasBFrames,
  codec: probe.video.codec,
  sizeBytes: probe.sizeBytes,
  ...more,
})

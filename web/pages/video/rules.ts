import { coverAddress, frameAddress, pagePosterHeight } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { coverOf } from '../../entities/video/rules.ts'

/** Where playback starts, in seconds: `?t=83` or `?t=83.5`; 0 for anything else, and past the end. */
export function startOf(search: string | null, duration: number): number {
  if (search === null || !/^\d{1,6}(\.\d+)?$/.test(search)) return 0
  const seconds = Number(search)
  return duration > 0 && seconds >= duration ? 0 : seconds
}

/** The poster before playback: the frame given in the address, else the cover. */
export const posterOf = (video: Pick<Video, 'thumbnailUrl'>, streamId: string, startAt: number): string =>
  startAt > 0
    ? frameAddress(streamId, Math.floor(startAt), pagePosterHeight)
    : (coverOf(video, pagePosterHeight) ?? coverAddress(streamId, pagePosterHeight))

import { frameAddress } from '#contract/paths.ts'
import { firstFrameSeconds } from '#contract/thumbnails.ts'
import type { Video } from '#contract/videos.ts'

/** Where playing starts, in seconds: `?t=83` or `?t=83.5`; 0 for anything else, and past the end. */
export function startOf(search: string | null, duration: number): number {
  if (search === null || !/^\d{1,6}(\.\d+)?$/.test(search)) return 0
  const seconds = Number(search)
  return duration > 0 && seconds >= duration ? 0 : seconds
}

/** The picture before play: the frame that the address asks for, else the chosen cover. */
export function posterOf(
  { thumbnailUrl }: Pick<Video, 'thumbnailUrl'>,
  streamId: string,
  startAt: number,
): string {
  if (startAt > 0) return frameAddress(streamId, Math.floor(startAt), 720)
  return thumbnailUrl?.replace(/\bheight=\d+/, 'height=720') ?? frameAddress(streamId, firstFrameSeconds, 720)
}

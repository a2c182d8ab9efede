import { pagePosterHeight, posterAt } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { coverOf } from '../../entities/video/rules.ts'

/** The poster before playback: the frame given in the address, else the cover. */
export const posterOf = (video: Pick<Video, 'thumbnailUrl'>, streamId: string, startAt: number): string =>
  posterAt(streamId, startAt, coverOf(video, pagePosterHeight))

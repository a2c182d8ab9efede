import { isArriving, type VideoStatus } from '#contract/video-statuses.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/entities/video.ts'
import { formatMoney, formatViews } from '../../lib/format.ts'
import type { Tone } from '../../ui/badge.tsx'
import type { Clip } from '../highlight/timeline/clips.ts'

/** Badge colors of the contract: published green, processing yellow, approved blue, pending orange, others gray. */
export const statusTones: Record<VideoStatus, Tone> = {
  published: 'green',
  processing: 'yellow',
  approved: 'blue',
  pending: 'orange',
  draft: 'gray',
  uploading: 'gray',
  rejected: 'gray',
  failed: 'danger',
}

export const isAnalyzing = (video: Pick<Video, 'aiProcessingStatus' | 'status'>): boolean =>
  video.aiProcessingStatus === 'processing' ||
  (video.aiProcessingStatus === 'pending' && video.status !== 'failed')

/** Whether the video is being worked on right now, so that its state will change by itself. */
export const isMoving = (video: Pick<Video, 'status' | 'aiProcessingStatus'>): boolean =>
  isArriving(video.status) || isAnalyzing(video)

/** The words for staff: a rider's video is selected or not, staff approve or reject it. */
export const staffStatuses: Record<VideoStatus, string> = { ...texts.status, ...texts.staffStatus }

const statusLines: Partial<Record<VideoStatus, string>> = texts.statusLines

/** The line under a video's title. */
export function statusLine(video: Pick<Video, 'status' | 'views' | 'earnings' | 'processingError'>): string {
  if (video.status === 'published')
    return `Published • ${formatViews(video.views)} • ${formatMoney(video.earnings)} earned`
  // A processing video has one while it waits for the next day.
  if (['failed', 'rejected', 'processing'].includes(video.status) && video.processingError)
    return video.processingError
  return statusLines[video.status] ?? texts.status[video.status]
}

/** The clips in a video's row. The field is JSON as text; videos without an analysis have none. */
export function clipsOf(video: Pick<Video, 'aiHighlights'>): Clip[] {
  if (!video.aiHighlights) return []
  const parsed: unknown = JSON.parse(video.aiHighlights)
  return Array.isArray(parsed) ? (parsed as Clip[]) : []
}

/** The cover of a video in another size than lists use; null until it is playable. @param height pixels */
export const coverOf = (video: Pick<Video, 'thumbnailUrl'>, height: number): string | null =>
  video.thumbnailUrl?.replace(/\bheight=\d+/, `height=${height}`) ?? null

import type { Clip } from '#contract/clips.ts'
import type { VideoStatus } from '#contract/video-statuses.ts'
import { sentences } from '#sentences/sharing.ts'
import type { Sentence } from '#server/core/sentences.ts'

/** Whether a text has the format of a link's token; nothing else is looked up. */
export const isToken = (text: string): boolean => /^[0-9a-f]{32}$/.test(text)

/** Whether a text has the format of a video's id. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** The UTC day of a moment, as 2026-11-23. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** Seconds until the next UTC day. */
export const secondsLeftOf = (moment: Date): number =>
  Math.ceil((Date.parse(`${dayOf(moment)}T00:00:00Z`) + 24 * 3_600_000 - moment.getTime()) / 1000)

interface Size {
  width: number
  height: number
}

/** The largest size with this shape that fits into another, in whole pixels. */
export function fitInto(shape: Size, most: Size): Size {
  const scale = Math.min(most.width / shape.width, most.height / shape.height)
  return {
    width: Math.max(1, Math.round(shape.width * scale)),
    height: Math.max(1, Math.round(shape.height * scale)),
  }
}

/** The shape of a rendered clip. */
export const clipShape = (format: Clip['format']): Size => shapes[format]
const shapes: Record<Clip['format'], Size> = {
  vertical: { width: 720, height: 1280 },
  square: { width: 720, height: 720 },
  wide: { width: 1280, height: 720 },
}

/** Why a video can't have an active link now, as a sentence for its rider; null when it can. */
export function whyNotShared(video: {
  playable: boolean
  status: VideoStatus
  hidden: boolean
  takenDown: boolean
  verified: boolean
  suspended: boolean
}): Sentence | null {
  if (video.suspended) return sentences.suspended
  if (!video.verified) return sentences.verifyFirst
  if (video.takenDown || video.hidden) return sentences.takenDown
  if (video.status === 'failed') return sentences.notPlayable
  return video.playable ? null : sentences.playsSoon
}

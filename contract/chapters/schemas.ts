import { z } from 'zod'
import { videoStatuses } from '../video-statuses.ts'
import { mostChapters } from './names.ts'

export const chapterPart = z.object({
  id: z.uuid(),
  /** its place in the recording, from 1; a deleted part leaves its place */
  place: z.number().int().min(1),
  title: z.string(),
  fileName: z.string(),
  /** seconds; 0 while it is not known */
  duration: z.number(),
})
export type ChapterPart = z.infer<typeof chapterPart>

/** GET /api/videos/{id}/chapters */
export const chaptersAnswer = z.object({
  /** the parts of the recording, in order; empty when the video is not one of several */
  parts: z.array(chapterPart),
  /** how many there are, including deleted ones of a joined video */
  count: z.number().int().min(0),
  /** why they can't be joined now, as a sentence; null when they can */
  refusal: z.string().nullable(),
  /** whether that may change without anyone doing anything, such as an upload that is still arriving */
  waiting: z.boolean(),
  /** the video that the parts were joined into: this one, or the one that this one is a part of */
  joined: z
    .object({
      id: z.uuid(),
      title: z.string(),
      status: z.enum(videoStatuses),
      /** percent */
      progress: z.number().int().min(0).max(100),
      /** joining: its file is being made; failed: `error` says why */
      state: z.enum(['joining', 'done', 'failed']),
      error: z.string().nullable(),
    })
    .nullable(),
})
export type ChaptersAnswer = z.infer<typeof chaptersAnswer>

/** POST /api/videos/{id}/join: the parts as the rider saw them, in order. */
export const joinBody = z.strictObject({
  parts: z.array(z.uuid()).min(2).max(mostChapters),
})

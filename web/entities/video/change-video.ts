import type { z } from 'zod'
import type { patchVideoBody, Video } from '#contract/videos.ts'
import { call } from '../../lib/calls/call.ts'

/** Deletes a video and all its files, finished or not. */
export const deleteVideo = (id: string): Promise<{ ok: true }> => call('deleteVideo', { params: { id } })

export const patchVideo = (id: string, body: z.infer<typeof patchVideoBody>): Promise<Video> =>
  call('updateVideo', { params: { id }, body })

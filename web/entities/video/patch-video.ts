import type { z } from 'zod'
import type { patchVideoBody, Video } from '#contract/videos.ts'
import { call } from '../../lib/calls/call.ts'

export const patchVideo = (id: string, body: z.infer<typeof patchVideoBody>): Promise<Video> =>
  call('updateVideo', { params: { id }, body })

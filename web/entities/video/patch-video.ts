import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { patchVideoBody, Video } from '#contract/videos.ts'
import { request } from '../../lib/api.ts'

export const patchVideo = (id: string, body: z.infer<typeof patchVideoBody>): Promise<Video> =>
  request('PATCH', api.video(id), body)

import { api } from '#contract/paths.ts'
import { request } from '../../lib/api.ts'

/** Removes a video and every byte of it, finished or not. */
export const deleteVideo = (id: string): Promise<{ ok: true }> => request('DELETE', api.video(id))

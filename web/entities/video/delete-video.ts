import { call } from '../../lib/calls/call.ts'

/** Removes a video and every byte of it, finished or not. */
export const deleteVideo = (id: string): Promise<{ ok: true }> => call('deleteVideo', { params: { id } })

import { call } from '../../lib/calls/call.ts'

/** Deletes a video and all its files, finished or not. */
export const deleteVideo = (id: string): Promise<{ ok: true }> => call('deleteVideo', { params: { id } })

import type { z } from 'zod'
import type { streamStatusAnswer } from '#contract/videos.ts'
import { call } from '../../lib/calls/call.ts'

export type StreamStatus = z.infer<typeof streamStatusAnswer>

/** The processing state of a video. */
export const readStreamStatus = (id: string, signal?: AbortSignal): Promise<StreamStatus> =>
  call('videoStatus', { params: { id }, signal })

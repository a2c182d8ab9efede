import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { streamStatusAnswer } from '#contract/videos.ts'
import { request } from '../../lib/api.ts'

export type StreamStatus = z.infer<typeof streamStatusAnswer>

/** Where the processing of a video stands. */
export const readStreamStatus = (id: string, signal?: AbortSignal): Promise<StreamStatus> =>
  request('GET', api.videoStatus(id), undefined, signal)

import type { z } from 'zod'
import type { uploadUrlAnswer, uploadUrlBody } from '#contract/videos.ts'
import { call } from '../../lib/calls/call.ts'

/** Starts an upload: the video's record and the signed URL that takes its bytes. */
export const requestUploadUrl = (
  body: z.output<typeof uploadUrlBody>,
): Promise<z.infer<typeof uploadUrlAnswer>> => call('uploadUrl', { body })

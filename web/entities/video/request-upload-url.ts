import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { uploadUrlAnswer, uploadUrlBody } from '#contract/videos.ts'
import { request } from '../../lib/api.ts'

/** Opens an upload: the video's record and the signed address that takes its bytes. */
export const requestUploadUrl = (
  body: z.output<typeof uploadUrlBody>,
): Promise<z.infer<typeof uploadUrlAnswer>> => request('POST', api.uploadUrl, body)

import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { knownUploadAnswer } from '#contract/videos.ts'
import { request } from '../../../lib/api.ts'

export type KnownUpload = NonNullable<z.infer<typeof knownUploadAnswer>>

/** The rider's own upload of the same file; null when there is none. */
export const findKnownUpload = (fingerprint: string): Promise<KnownUpload | null> =>
  request('GET', `${api.knownUpload}?fingerprint=${fingerprint}`)

import type { z } from 'zod'
import type { knownUploadAnswer } from '#contract/videos.ts'
import { call } from '../../../lib/calls/call.ts'

export type KnownUpload = NonNullable<z.infer<typeof knownUploadAnswer>>

/** The rider's own upload of the same file; null if there is none. */
export const findKnownUpload = (fingerprint: string): Promise<KnownUpload | null> =>
  call('knownUpload', { query: { fingerprint } })

import { z } from 'zod'

/** How much one person or network may use of the server, and how long it waits for them. */
export const limitSettings = {
  MAX_UPLOAD_MB: z.coerce.number().int().min(1).default(500),
  OPEN_REQUESTS_PER_NETWORK: z.coerce.number().int().min(1).default(300),
  OPEN_REQUESTS_PER_PERSON: z.coerce.number().int().min(1).default(60),
  UPLOAD_IDLE_SECONDS: z.coerce.number().min(0.1).default(60),
  BODY_IDLE_SECONDS: z.coerce.number().min(0.1).default(20),
}

const settings = z.object(limitSettings)

export interface Limits {
  maxUploadBytes: number
  /** longest time without a byte of an upload, and of any other body */
  uploadIdleMs: number
  bodyIdleMs: number
  /** requests that one network and one person may have open at a time */
  openRequests: { perNetwork: number; perPerson: number }
}

export function limitsOf(e: z.output<typeof settings>): Limits {
  return {
    maxUploadBytes: e.MAX_UPLOAD_MB * 1024 * 1024,
    uploadIdleMs: e.UPLOAD_IDLE_SECONDS * 1000,
    openRequests: { perNetwork: e.OPEN_REQUESTS_PER_NETWORK, perPerson: e.OPEN_REQUESTS_PER_PERSON },
    bodyIdleMs: e.BODY_IDLE_SECONDS * 1000,
  }
}

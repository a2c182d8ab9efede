import { z } from 'zod'
import type { PoolLimits } from '../db/database.ts'

/** How much of the server one person or network may use, and how long it waits for them. */
export const limitSettings = {
  MAX_UPLOAD_MB: z.coerce.number().int().min(1).default(500),
  MIN_FREE_DISK_MB: z.coerce.number().min(0).default(1024),
  ORIGINALS_CACHE_GB: z.coerce.number().min(0).default(10),
  ACCOUNT_GB: z.coerce.number().min(0).default(50),
  ACCOUNT_MINUTES: z.coerce.number().min(0).default(1500),
  ACCOUNT_OPEN_UPLOADS: z.coerce.number().int().min(1).default(50),
  UNVERIFIED_GB: z.coerce.number().min(0).default(5),
  UNVERIFIED_MINUTES: z.coerce.number().min(0).default(120),
  UNVERIFIED_OPEN_UPLOADS: z.coerce.number().int().min(1).default(10),
  OPEN_REQUESTS_PER_NETWORK: z.coerce.number().int().min(1).default(300),
  CONNECTIONS_PER_NETWORK: z.coerce.number().int().min(1).default(1000),
  OPEN_REQUESTS_PER_PERSON: z.coerce.number().int().min(1).default(60),
  UPLOAD_IDLE_SECONDS: z.coerce.number().min(0.1).default(60),
  BODY_IDLE_SECONDS: z.coerce.number().min(0.1).default(20),
  MAX_DECODE_GIGAPIXELS: z.coerce.number().positive().default(1500),
  CPU_MINUTES_PER_DAY: z.coerce.number().positive().default(480),
  CPU_MINUTES_PER_DAY_UNVERIFIED: z.coerce.number().positive().default(60),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).default(10),
  DATABASE_WAIT_SECONDS: z.coerce.number().min(0.1).default(5),
  DATABASE_STATEMENT_SECONDS: z.coerce.number().min(1).default(120),
  DATABASE_IDLE_TRANSACTION_SECONDS: z.coerce.number().min(1).default(60),
  STOP_SECONDS: z.coerce.number().min(1).max(30).default(25),
}

const settings = z.object(limitSettings)

export interface Limits {
  maxUploadBytes: number
  /** bytes of disk space that uploads never use */
  minFreeDisk: number
  /** how much of originals from a bucket this machine keeps for its next jobs; 0: nothing */
  originalsCacheBytes: number
  /** an account's limits before and after its address is verified; seconds of video */
  budgets: Record<'verified' | 'unverified', { bytes: number; seconds: number; openUploads: number }>
  /** longest time without a byte, for uploads and for any other body */
  uploadIdleMs: number
  bodyIdleMs: number
  /** simultaneous requests per network and per person, and waiting connections per network */
  openRequests: { perNetwork: number; perPerson: number; waitingPerNetwork: number }
  /** videos that cost more to decode are refused; billions of pixels of 8-bit H.264 */
  maxDecodeGigapixels: number
  /** processing budget of an account per day (UTC) */
  cpuSecondsPerDay: { verified: number; unverified: number }
  /** connections to the database, and how long anything may take there */
  pool: Required<PoolLimits>
  /** how long the server takes to stop, whatever hangs */
  stopMs: number
}

export function limitsOf(e: z.output<typeof settings>): Limits {
  return {
    maxUploadBytes: e.MAX_UPLOAD_MB * 1024 * 1024,
    minFreeDisk: e.MIN_FREE_DISK_MB * 1024 ** 2,
    originalsCacheBytes: e.ORIGINALS_CACHE_GB * 1024 ** 3,
    budgets: {
      verified: {
        bytes: e.ACCOUNT_GB * 1024 ** 3,
        seconds: e.ACCOUNT_MINUTES * 60,
        openUploads: e.ACCOUNT_OPEN_UPLOADS,
      },
      unverified: {
        bytes: e.UNVERIFIED_GB * 1024 ** 3,
        seconds: e.UNVERIFIED_MINUTES * 60,
        openUploads: e.UNVERIFIED_OPEN_UPLOADS,
      },
    },
    uploadIdleMs: e.UPLOAD_IDLE_SECONDS * 1000,
    openRequests: {
      perNetwork: e.OPEN_REQUESTS_PER_NETWORK,
      perPerson: e.OPEN_REQUESTS_PER_PERSON,
      waitingPerNetwork: e.CONNECTIONS_PER_NETWORK,
    },
    bodyIdleMs: e.BODY_IDLE_SECONDS * 1000,
    maxDecodeGigapixels: e.MAX_DECODE_GIGAPIXELS,
    cpuSecondsPerDay: {
      verified: e.CPU_MINUTES_PER_DAY * 60,
      unverified: e.CPU_MINUTES_PER_DAY_UNVERIFIED * 60,
    },
    pool: {
      max: e.DATABASE_CONNECTIONS,
      waitMs: e.DATABASE_WAIT_SECONDS * 1000,
      statementMs: e.DATABASE_STATEMENT_SECONDS * 1000,
      idleTransactionMs: e.DATABASE_IDLE_TRANSACTION_SECONDS * 1000,
    },
    stopMs: e.STOP_SECONDS * 1000,
  }
}

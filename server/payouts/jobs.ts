import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/jobs.ts'

/** Sends one payout, or finds out what became of it. */
export const payoutJob = defineJob({
  name: 'payouts.send',
  schema: z.object({ payoutId: z.uuid() }),
  key: data => data.payoutId,
  // With growing pauses: some hours. The hourly round goes on after that.
  retries: 40,
  timeoutSeconds: 120,
  concurrency: 2,
})

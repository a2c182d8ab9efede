import { z } from 'zod'
import { defineJob } from '#server/core/jobs/definition.ts'

/** Sends one payout, or finds out what happened to it. */
export const payoutJob = defineJob({
  name: 'payouts.send',
  schema: z.object({ payoutId: z.uuid() }),
  key: data => data.payoutId,
  // With growing pauses, for some hours. The hourly round continues after that.
  retries: 40,
  timeoutSeconds: 120,
  // A transfer mostly waits for Stripe's answer: at 0.3 s each, eight workers send 20 to 25 a second, two
  // only 5.
  concurrency: 8,
})

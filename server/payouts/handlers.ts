import type { Deps } from '#server/deps.ts'
import type { JobDefinition, JobHandler } from '#server/platform/jobs/jobs.ts'
import { handleEvent, stripeEventJob } from '#server/subscriptions/index.ts'
import { stripePayouts } from './adapters/stripe.ts'
import { moneyRoundJob, payoutJob } from './jobs.ts'
import { processPayout } from './process-payout.ts'
import { moneyRound } from './round.ts'
import { syncPayoutObject } from './sync.ts'

/** Every job about money. */
export const moneyJobs = [payoutJob, stripeEventJob, moneyRoundJob] as unknown as JobDefinition<never>[]

/** What they do. A job that gives up is woken again by the hourly round; nothing is lost by it. */
export function moneyHandlers(deps: Deps): JobHandler<never>[] {
  const port = deps.stripe ? stripePayouts(deps.stripe.client) : null
  const payouts: JobHandler<{ payoutId: string }> = {
    definition: payoutJob,
    run: ({ payoutId }) => processPayout({ ...deps, port }, payoutId),
    giveUp: async (data, { log }) => log.error(data, 'a payout is still not certain'),
  }
  const sync = (id: string) => syncPayoutObject(deps, id)
  const events: JobHandler<{ eventId: string }> = {
    definition: stripeEventJob,
    run: ({ eventId }) => handleEvent(deps, eventId, { transfer: sync, 'v2.core.account': sync }),
    giveUp: async (data, { log }) => log.error(data, 'an event of Stripe could not be worked on'),
  }
  const round: JobHandler<Record<string, never>> = {
    definition: moneyRoundJob as JobDefinition<Record<string, never>>,
    run: () => moneyRound(deps),
    giveUp: async (_data, { log }) => log.error('the round of money failed'),
  }
  return [payouts, events, round] as unknown as JobHandler<never>[]
}

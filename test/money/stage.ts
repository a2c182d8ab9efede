import { pino } from 'pino'
import { readConfig } from '#server/core/settings/config.ts'
import { stripePayouts } from '#server/payouts/adapters/stripe.ts'
import type { SyncDeps } from '#server/subscriptions/sync.ts'
import { testDatabase } from '#test/harness/database.ts'
import { noJobs } from '#test/harness/jobs.ts'
import { silentStripe } from '#test/harness/money.ts'

/** How much time passes before each step. */
const stepSeconds = 2 * 3600

/** The product's money on the sandbox Stripe, where steps are applied to people. */
export async function moneyWorld() {
  const { db } = await testDatabase()
  const { sandbox, stripe } = await silentStripe()
  const clock = { now: () => new Date(sandbox.state.now() * 1000) }
  const log = pino({ level: 'silent' })
  const config = readConfig({ PAYOUT_APPROVAL_FROM: '1000000', PAYOUT_APPROVE_FIRST: 'off' })
  const deps: SyncDeps = { db, stripe, clock, log }
  const payouts = { ...deps, jobs: noJobs(), config }
  const port = stripePayouts(stripe.client)
  const pass = () => sandbox.state.advance(stepSeconds)
  return { db, sandbox, stripe, clock, deps, payouts, port, pass }
}
export type World = Awaited<ReturnType<typeof moneyWorld>>

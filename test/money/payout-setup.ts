import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { settingsFor, startStripe } from '#sandbox/stripe/index.ts'
import { systemClock } from '#server/core/clock.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { openStripe } from '#server/core/stripe.ts'
import { recordViews } from '#server/earnings/index.ts'
import { stripePayouts } from '#server/payouts/adapters/stripe.ts'
import { processPayout } from '#server/payouts/process-payout.ts'
import { noJobs } from '#test/harness/jobs.ts'
import { testDatabase } from '../harness/database.ts'
import { amplyFunded, makePayee, sampleOf } from '../harness/money.ts'

const log = pino({ level: 'silent' })

/** A database, a Stripe, and a payable person with money; jobs are run manually. */
export async function setUpPayouts() {
  const { db, url } = await testDatabase()
  const sandbox = await startStripe({
    folder: null,
    publicUrl: 'http://127.0.0.1:1',
    secret: 's'.repeat(32),
    log,
  })
  onTestFinished(() => sandbox.close())
  sandbox.setBalance(amplyFunded)
  const stripe = openStripe(settingsFor(sandbox))
  const jobs = noJobs()
  const deps = { db, jobs, log, clock: systemClock, config: readConfig({ PAYOUT_APPROVE_FIRST: 'off' }) }
  const port = stripePayouts(stripe.client)

  const creator = async () => {
    const userId = await makePayee({ db, sandbox, stripe })
    await db
      .transaction()
      .execute(tx =>
        recordViews(tx, new Date(), [
          sampleOf({ userId, videoId: randomUUID(), views: 2000, sampledAt: new Date() }),
        ]),
      )
    return userId
  }
  const transfersOf = (payoutId: string) =>
    sandbox.state.all('transfer', t => t.transfer_group === `payout:${payoutId}`)
  const statusOf = async (id: string) =>
    await db
      .selectFrom('payouts')
      .select(['status', 'attempt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const process1 = (id: string) => processPayout({ ...deps, port }, id)
  return { db, url, sandbox, stripe, deps, port, creator, transfersOf, statusOf, process: process1 }
}

/**
 * Works on one payout in a separate process that kills itself at a step: before the call, after the call, or
 * after writing the outcome but before the commit.
 *   node payout-child.ts DATABASE_URL STRIPE_URL STRIPE_KEY PAYOUT_ID STEP
 */
import { sql } from 'kysely'
import { pino } from 'pino'
import { systemClock } from '#server/core/clock.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { openStripe } from '#server/core/stripe.ts'
import { type PayoutPort, type SendResult, stripePayouts } from '#server/payouts/adapters/stripe.ts'
import { processPayout } from '#server/payouts/process-payout.ts'
import { beginTransaction } from '../locks.ts'

const [databaseUrl, apiBase, secretKey, payoutId, step] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  'none' | 'before-call' | 'after-call' | 'before-commit',
]
const die = () => process.kill(process.pid, 'SIGKILL')
const db = openDatabase(databaseUrl, error => {
  throw error
})
const stripe = openStripe({
  secretKey,
  apiBase,
  publishableKey: '',
  webhookSecret: '',
  thinSecret: undefined,
  prices: { premium: '', pro: '' },
  scriptUrl: null,
})
const log = pino({ level: 'silent' })
const deps = { db, clock: systemClock, log }
const real = stripePayouts(stripe.client)

/** Settles the outcome while a lock blocks its last write, and dies while it waits. */
async function dieBeforeCommit(result: SendResult): Promise<never> {
  const blocker = openDatabase(databaseUrl, () => undefined, { max: 2 })
  await beginTransaction(blocker, tx => sql`lock table notifications in access exclusive mode`.execute(tx))
  const settling = processPayout(
    { ...deps, port: { find: async () => null, send: async () => result } },
    payoutId,
  )
  settling.catch(() => undefined)
  for (;;) {
    const { rows } =
      await sql`select from pg_locks where relation = 'notifications'::regclass and not granted`.execute(
        blocker,
      )
    if (rows.length) die()
  }
}

const port: PayoutPort = {
  find: id => real.find(id),
  async send(order) {
    if (step === 'before-call') die()
    const result = await real.send(order)
    if (step === 'after-call') die()
    return step === 'before-commit' ? dieBeforeCommit(result) : result
  },
}
await processPayout({ ...deps, port }, payoutId)
await db.destroy()

import { pino } from 'pino'
import { expect, test } from 'vitest'
import { balanceForStaff } from '#server/payouts/views/funding.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/settings/config.ts'
import { createSubscription } from '#server/subscriptions/subscribe.ts'
import { testDatabase } from '#test/harness/database.ts'
import { actorOf, makeCreator, silentStripe } from '#test/harness/money.ts'

/** More than a server's connection pool. */
const checkouts = 15

test('many checkouts waiting for a slow Stripe leave the database free for everything else', async () => {
  const { db } = await testDatabase()
  const { sandbox, stripe } = await silentStripe()
  const deps = { db, stripe, clock: systemClock, log: pino({ level: 'silent' }) }
  const people = await Promise.all(Array.from({ length: checkouts }, () => makeCreator(db)))
  const answers = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  let waiting = 0
  sandbox.slow = () => {
    waiting += 1
    if (waiting === checkouts) asked.resolve()
    return answers.promise
  }
  // Each person from two tabs at once.
  const buy = (userId: string) => createSubscription(deps, actorOf(userId), stripe.prices.premium)
  const made = Promise.all([...people, ...people].map(buy))
  await asked.promise
  // Every checkout is waiting for Stripe now. The product itself waits for none.
  const users = await Promise.all(
    Array.from({ length: 40 }, () => db.selectFrom('users').select('id').execute()),
  )
  expect(users.every(rows => rows.length === checkouts)).toBe(true)
  sandbox.slow = null
  answers.resolve()
  expect(new Set((await made).map(one => one.clientSecret)).size).toBe(checkouts)
  expect(sandbox.state.all('subscription')).toHaveLength(checkouts)
  expect(sandbox.state.all('customer')).toHaveLength(checkouts)
})

test("the payouts page shows what is due although Stripe doesn't answer", async () => {
  const { sandbox, stripe } = await silentStripe()
  const config = readConfig({})
  const deps = { stripe, config, log: pino({ level: 'silent' }) }
  expect(await balanceForStaff(deps)).toEqual({ availableCents: 1_000_000_000, pendingCents: 0 })
  const answers = Promise.withResolvers<void>()
  sandbox.slow = () => answers.promise
  expect(await balanceForStaff(deps)).toBeNull()
  answers.resolve()
})

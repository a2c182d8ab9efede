import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { systemClock } from '#server/core/clock.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { balanceForStaff } from '#server/payouts/views/funding.ts'
import { changePlan, previewChange } from '#server/subscriptions/change-plan.ts'
import { createSubscription, planTurn } from '#server/subscriptions/subscribe.ts'
import { testDatabase } from '#test/harness/database.ts'
import { actorOf, makeCreator, silentStripe } from '#test/harness/money.ts'
import { plansByHand } from '../plans-by-hand.ts'

/** More than a server's connection pool. */
const checkouts = 15
const changes = 11

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

test('many plan changes waiting for a slow Stripe all end, and hold no connection while they wait', async () => {
  const { db, deps, sandbox, stripe, subscriber, deliver } = await plansByHand()
  const people = await Promise.all(Array.from({ length: changes }, () => subscriber()))
  await deliver()
  const quoted = async ({ userId }: { userId: string }) => ({
    userId,
    quoteId: (await previewChange(deps, userId, stripe.prices.pro)).quoteId,
  })
  const riders = await Promise.all(people.map(quoted))
  const answers = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  let waiting = 0
  sandbox.slow = () => {
    waiting += 1
    if (waiting === changes) asked.resolve()
    return answers.promise
  }
  const changed = Promise.all(
    riders.map(({ userId, quoteId }) => changePlan(deps, userId, { priceId: stripe.prices.pro, quoteId })),
  )
  await asked.promise
  const { rows } = await sql<{ held: number }>`select count(*)::int as held from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(db)
  expect(rows[0]?.held).toBe(0)
  sandbox.slow = null
  answers.resolve()
  await changed
  const plans = await db.selectFrom('subscriptions').select('tier').execute()
  expect(plans.map(({ tier }) => tier)).toEqual(Array(changes).fill('pro'))
})

test('two quotes of one person are used in turn, and the second is checked against the result of the first', async () => {
  const { db, deps, sandbox, stripe, subscriber, deliver } = await plansByHand()
  const { userId } = await subscriber()
  await deliver()
  const ask = async () => (await previewChange(deps, userId, stripe.prices.pro)).quoteId
  const quotes = [await ask(), await ask(), await ask()]
  const ended = await Promise.allSettled(
    quotes.map(quoteId => changePlan(deps, userId, { priceId: stripe.prices.pro, quoteId })),
  )
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(sandbox.state.all('invoice').filter(i => i.billing_reason === 'subscription_update')).toHaveLength(1)
  const used = await db.selectFrom('plan_quotes').select('id').where('used_at', 'is not', null).execute()
  expect(used).toHaveLength(1)
  expect(await db.selectFrom('turns').selectAll().execute()).toEqual([])
})

test("a turn that a dead process left behind is over soon, and doesn't end a later one", async () => {
  const { db, deps, stripe, subscriber, deliver } = await plansByHand()
  const { userId } = await subscriber()
  await deliver()
  const { quoteId } = await previewChange(deps, userId, stripe.prices.pro)
  const left = { name: planTurn(userId), holder: randomUUID(), until: new Date(Date.now() - 1) }
  await db.insertInto('turns').values(left).execute()
  await changePlan(deps, userId, { priceId: stripe.prices.pro, quoteId })
  expect(await db.selectFrom('turns').selectAll().execute()).toEqual([])
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

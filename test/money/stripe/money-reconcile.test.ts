import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { fromCents, minus } from '#server/core/money.ts'
import { compareWithStripe, describeDifference, post, systemBalance } from '#server/ledger/index.ts'
import { compareBalance } from '#server/payouts/compare-balance.ts'
import { requestPayout } from '#server/payouts/request-payout.ts'
import { reconcileSubscriptions } from '#server/subscriptions/index.ts'
import { createSubscription } from '#server/subscriptions/subscribe.ts'
import { actorOf, faultsOf } from '#test/harness/money.ts'
import { serverArgs } from '../../../scripts/setup.mjs'
import { setUpPayouts } from '../payout-setup.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/**
 * A plan that was paid, disputed and won, a refund, a partly reversed payout, and money from and to the bank.
 */
async function aDay() {
  const all = await setUpPayouts()
  const { sandbox, stripe, deps, creator, process: send, transfersOf } = all
  sandbox.webhooks.hold()
  const everything = {
    ...deps,
    stripe,
    clock: { now: () => new Date(sandbox.state.now() * 1000 + 2 * 3600_000) },
  }
  const buy = async (userId: string, card: string) => {
    const { clientSecret } = await createSubscription(everything, actorOf(userId), stripe.prices.premium)
    const intent = clientSecret.split('_secret_')[0] as string
    await stripe.client.paymentIntents.confirm(intent, { payment_method: card })
    return intent
  }
  await buy(await creator(), 'pm_card_createDispute')
  const [dispute] = sandbox.state.all('dispute')
  await stripe.client.disputes.update(dispute?.id as string, {
    evidence: { uncategorized_text: 'winning_evidence' },
  })
  const refunded = await buy(await creator(), 'pm_card_visa')
  await stripe.client.refunds.create({ payment_intent: refunded, amount: 400 })
  const { id } = await requestPayout(deps, await creator(), 'request')
  await send(id)
  await stripe.client.transfers.createReversal(transfersOf(id)[0]?.id as string, { amount: 1000 })
  sandbox.payOut(5000)
  const range = {
    from: new Date(sandbox.state.now() * 1000 - 3600_000),
    to: new Date(sandbox.state.now() * 1000 + 3600_000),
  }
  const compare = async () =>
    (await compareWithStripe(all.db, stripe.client, range)).differences.map(describeDifference)
  return { ...all, everything, compare, range }
}

test('the nightly run fetches what no event reported; then the ledger matches Stripe line by line', async () => {
  const { db, sandbox, stripe, everything, compare } = await aDay()
  expect((await compare()).length).toBeGreaterThan(5)
  expect(await compareBalance(everything)).toEqual([])
  expect(await compare()).toEqual([])
  await reconcileSubscriptions(everything, { again: true })
  const { available, pending } = await stripe.client.balance.retrieve()
  const there = (available[0]?.amount ?? 0) + (pending[0]?.amount ?? 0)
  expect(await systemBalance(db, 'stripe_balance')).toBe(minus(fromCents(there)))
  expect(await systemBalance(db, 'clearing')).toBe(0n)
  expect(await systemBalance(db, 'reserves')).toBe(0n)
  const funded = sandbox.state.all('topup').reduce((cents, { amount }) => cents + amount, 0)
  expect(await systemBalance(db, 'bank')).toBe(fromCents(funded - 5000))
  expect(await faultsOf(db)).toEqual([])
  // The next night resumes from there and finds the same.
  expect(await compareBalance(everything)).toEqual([])
  const kept = await db.selectFrom('stripe_comparisons').select(['compared', 'differences']).execute()
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.every(run => run.differences.length === 0 && run.compared > 5)).toBe(true)
})

test('names every difference with both sides, and the command exits with 1', async () => {
  const { db, url, sandbox, everything, compare, range } = await aDay()
  await compareBalance(everything)
  const run = () =>
    promisify(execFile)(
      globalThis.process.execPath,
      [
        ...serverArgs.slice(0, -1),
        'scripts/ledger-reconcile.ts',
        '--from',
        range.from.toISOString(),
        '--to',
        range.to.toISOString(),
      ],
      {
        cwd: root,
        env: {
          ...globalThis.process.env,
          MODE: 'sandbox',
          DATABASE_URL: url,
          STRIPE_SECRET_KEY: sandbox.secretKey,
          STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
          STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
          STRIPE_PRICE_PREMIUM: sandbox.prices.premium,
          STRIPE_PRICE_PRO: sandbox.prices.pro,
          STRIPE_API_BASE: sandbox.url,
        },
      },
    ).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        stdout,
        stderr,
      }),
    )
  expect(await run()).toMatchObject({
    stderr: '',
    code: 0,
    stdout: expect.stringContaining('the ledger says the same'),
  })
  // Stripe has one that no event reported, the ledger has one unknown to Stripe, and one has another amount.
  sandbox.payOut(700)
  await db.transaction().execute(tx =>
    post(tx, [
      {
        sourceEvent: 'stripe:txn_invented',
        type: 'bank_movement',
        facts: { stripeType: 'topup', source: 'tu_invented', balanceTransaction: 'txn_invented' },
        occurredAt: new Date(range.from.getTime() + 1000),
        lines: [
          { account: { kind: 'bank' }, amount: fromCents(300) },
          { account: { kind: 'stripe_balance' }, amount: fromCents(-300) },
        ],
      },
    ]),
  )
  const [charge] = sandbox.state.all('balance_transaction', t => t.type === 'charge')
  if (!charge) throw new Error('Nothing was charged')
  sandbox.state.put('balance_transaction', { ...charge, fee: charge.fee + 1, net: charge.net - 1 })
  const [payout] = sandbox.state.all('payout').slice(-1)
  const expected = [
    `charge ${charge.source} (${charge.id}): Stripe $9.39, ledger $9.40`,
    `payout ${payout?.id} (${payout?.balance_transaction}): Stripe $-7.00, ledger not there`,
    'topup tu_invented (txn_invented): Stripe not there, ledger $3.00',
  ]
  expect((await compare()).sort()).toEqual(expected)
  const { code, stdout } = await run()
  expect(code).toBe(1)
  for (const line of expected) expect(stdout).toContain(line)
  expect(stdout).toContain('3 differences')
})

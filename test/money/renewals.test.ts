import { expect, test } from 'vitest'
import type { Invoice } from '#contract/money/subscriptions.ts'
import { api } from '#contract/paths.ts'
import { systemBalance } from '#server/ledger/index.ts'
import { endPlansOfDeleted, reconcileSubscriptions } from '#server/subscriptions/index.ts'
import { mailsTo, post, signedIn } from '#test/harness/accounts.ts'
import { messageOf } from '#test/harness/review.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import { faultsOf, invoicesIn } from '../harness/money.ts'
import {
  changeTo,
  confirm,
  create,
  email,
  income,
  setUp,
  status,
  subscribed,
  untilInvoices,
  untilStatus,
} from './plans-setup.ts'

test('a failed renewal: a mail per attempt, a grace period, another card, and the end', async () => {
  const { server, stripe, client, premium } = await setUp()
  // A card that always requires authentication, so payments without the owner fail.
  const { clientSecret } = await create(client, premium)
  await confirm(client, clientSecret, '4000002760003184')
  await client.post('/sandbox/stripe/authenticate', { clientSecret, outcome: 'complete' })
  await untilStatus(client, s => s.status === 'active')
  stripe.advance(32)
  const late = await untilStatus(client, s => s.status === 'past_due')
  // Stripe's clock is ahead of ours: the grace period isn't over.
  expect(late).toMatchObject({ tier: 'premium', isPremium: true })
  expect(late.clientSecret).toMatch(/^pi_.*_secret_/)
  const mails = await client.until(
    () => mailsTo(client, email),
    list => list.some(m => m.subject === 'Your plan could not be renewed'),
  )
  expect(mails[0]?.text).toContain('$9.99')
  await confirm(client, late.clientSecret as string, '4242424242424242')
  expect(await untilStatus(client, s => s.status === 'active')).toMatchObject({
    tier: 'premium',
    graceUntil: null,
  })
  // The failing card again, until Stripe gives up.
  const [s] = stripe.state.all('subscription')
  const [first] = stripe.state.all('payment_method')
  stripe.state.put('subscription', {
    ...(s as NonNullable<typeof s>),
    default_payment_method: first?.id as string,
  })
  stripe.advance(32)
  await untilStatus(client, one => one.status === 'past_due')
  stripe.advance(7)
  expect(await untilStatus(client, one => one.status === 'canceled')).toMatchObject({ tier: 'free' })
  // One for the first renewal, at least one for the second.
  await client.until(
    () => mailsTo(client, email),
    list => list.filter(m => m.subject === 'Your plan could not be renewed').length > 1,
  )
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('the money-back guarantee: staff refund once, the plan ends, the ledger agrees', async () => {
  const { server, client, id, premium } = await setUp()
  await subscribed(client, premium)
  const [paid] = await untilInvoices(client, server, list => list[0]?.status === 'paid')
  const admin = await signedIn(server, 'admin@trailcut.example')
  const refund = (who: ApiClient, invoiceId = paid?.id as string) =>
    post(who, api.refundInvoice(invoiceId), { reason: 'Did not like it' })
  expect((await refund(client)).status).toBe(403)
  expect((await refund(admin, 'in_none')).status).toBe(404)
  const answers = await Promise.all([refund(admin), refund(admin)])
  expect(answers.some(a => a.status === 200)).toBe(true)
  expect((await refund(admin)).status).toBe(409)
  expect(server.sandbox?.stripe?.control.state.all('refund')).toMatchObject([{ amount: 999 }])
  expect(await status(client)).toMatchObject({ tier: 'free', status: 'canceled' })
  expect((await admin.json<Invoice[]>(api.userInvoices(id)))[0]).toMatchObject({
    amount: 9.99,
    refunded: 9.99,
  })
  expect(await income(server)).toBe(0n)
  // Stripe keeps its fee.
  expect(await systemBalance(server.deps.db, 'processing_fees')).toBe(-590_000n)
  expect(await faultsOf(server.deps.db)).toEqual([])
  // Older than 30 days: no longer refundable. The refund's event may still arrive and overwrite this.
  const refundLater = async () => {
    await server.deps.db
      .updateTable('billing_invoices')
      .set({ refunded_cents: 0, paid_at: new Date(Date.now() - 31 * 86_400_000) })
      .execute()
    return messageOf(await refund(admin))
  }
  await expect.poll(refundLater).toContain('30-day')
})

test('late, repeated and reordered events have the same result; forged ones are refused', async () => {
  const { server, stripe, client, premium, pro } = await setUp()
  stripe.webhooks.hold()
  const { clientSecret } = await create(client, premium)
  await confirm(client, clientSecret, '4242424242424242')
  await client.until(
    () => status(client),
    s => s.isPremium,
  )
  expect((await changeTo(client, pro)).status).toBe(200)
  // Three days later, in reverse, three times each.
  await stripe.webhooks.release({ reverse: true, copies: 3 })
  await client.until(
    () => server.deps.db.selectFrom('stripe_events').select('id').where('processed_at', 'is', null).execute(),
    waiting => waiting.length === 0,
  )
  expect(await status(client)).toMatchObject({ tier: 'pro', status: 'active' })
  const invoices = await invoicesIn(server.deps.db)
  const total = invoices.reduce((sum, i) => sum + Math.round(i.amount * 100), 0)
  expect(await income(server)).toBe(BigInt(total) * 10_000n)
  const stored = await server.deps.db.selectFrom('stripe_events').select('id').execute()
  expect(stored).toHaveLength(stripe.state.all('event').length)

  const forged = (signature: string) =>
    client.call(api.stripeWebhook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: JSON.stringify({ id: 'evt_forged', object: 'event', type: 'invoice.paid', data: { object: {} } }),
    })
  const t = Math.floor(Date.now() / 1000)
  for (const signature of ['', `t=${t},v1=${'0'.repeat(64)}`, `t=${t - 4000},v1=${'0'.repeat(64)}`])
    expect((await forged(signature)).status).toBe(400)
  expect(
    await server.deps.db.selectFrom('stripe_events').select('id').where('id', '=', 'evt_forged').execute(),
  ).toEqual([])
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('missed events are found by asking Stripe', async () => {
  const { server, stripe, client, premium } = await setUp()
  await subscribed(client, premium)
  stripe.webhooks.hold()
  stripe.advance(32)
  await reconcileSubscriptions(server.deps, { again: true })
  const invoices = await invoicesIn(server.deps.db)
  expect(invoices.map(i => [i.amount, i.status])).toEqual([
    [9.99, 'paid'],
    [9.99, 'paid'],
  ])
  expect(await income(server)).toBe(19_980_000n)
})

test('deleting the account stops all charges, and the retained money data is in the export', async () => {
  const { server, stripe, client, premium } = await setUp()
  await subscribed(client, premium)
  await untilInvoices(client, server, list => list[0]?.status === 'paid')
  const archive = Buffer.from(await (await client.call(api.exportData)).arrayBuffer()).toString('latin1')
  for (const file of ['transactions', 'payouts', 'payout-settings', 'plans-and-invoices'])
    expect(archive).toContain(`${file}.json`)
  await client.post(api.deleteAccount, { confirmEmail: email })
  await endPlansOfDeleted(server.deps)
  expect(stripe.state.all('subscription').map(s => s.status)).toEqual(['canceled'])
  stripe.advance(40)
  expect(stripe.state.all('invoice')).toHaveLength(1)
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('buying in two tabs at once starts one plan; a cut connection is retried with the same key', async () => {
  const { stripe, client, premium } = await setUp()
  stripe.faults.add({ match: 'POST /v1/customers', kind: 'cut_after' })
  stripe.faults.add({ match: 'POST /v1/subscriptions', kind: 'cut_after', times: 2 })
  const made = await Promise.all([create(client, premium), create(client, premium), create(client, premium)])
  expect(new Set(made.map(m => m.clientSecret)).size).toBe(1)
  expect(stripe.state.all('customer')).toHaveLength(1)
  expect(stripe.state.all('subscription')).toHaveLength(1)
  const unproven = await client.call(api.stripeWebhook, { method: 'POST', body: 'x' })
  expect(unproven.status).toBe(400)
})

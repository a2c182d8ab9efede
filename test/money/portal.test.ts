import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { post } from '#test/harness/accounts.ts'
import { messageOf } from '#test/harness/review.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import { faultsOf } from '../harness/money.ts'
import { confirm, create, setUp, status, untilInvoices, untilStatus } from './plans-setup.ts'

const open = (client: ApiClient, page: string) => post(client, api.openBilling, { page })
const pathOf = async (answer: Response) => new URL(((await answer.json()) as { url: string }).url).pathname
const form = (client: ApiClient, path: string, fields: Record<string, string>) =>
  client.call(path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
const card = (number: string) => ({ number, expiry: '12 / 34', code: '123' })

async function subscribedWith(number: string) {
  const all = await setUp()
  const { client, premium } = all
  const { clientSecret } = await create(client, premium)
  await confirm(client, clientSecret, number)
  await untilStatus(client, s => s.status === 'active')
  return all
}

test('without a purchase there is no billing page; a page must be one of ours', async () => {
  const { client } = await setUp()
  const refused = await open(client, 'card')
  expect([refused.status, await messageOf(refused)]).toEqual([
    409,
    "You haven't bought a plan yet, so there is no card to change and no invoice.",
  ])
  expect((await open(client, 'plans')).status).toBe(422)
})

test('a card saved on the billing page pays the next renewal', async () => {
  const { server, stripe, client } = await subscribedWith('4242424242424242')
  const path = await pathOf(await open(client, 'card'))
  expect(await (await client.call(path)).text()).toContain('visa •••• 4242')
  const declined = await form(client, `${path}/card`, card('4000000000000002'))
  expect(declined.status).toBe(402)
  expect(await declined.text()).toContain('Your card was declined.')
  expect((await form(client, `${path}/card`, { number: '4242424242424242' })).status).toBe(422)
  const asked = await form(client, `${path}/card`, card('4000002500003155'))
  expect([asked.status, asked.headers.get('location')]).toEqual([303, path])
  const done = await form(client, `${path}/bank`, { outcome: 'complete' })
  expect([done.status, done.headers.get('location')]).toEqual([303, expect.stringMatching(/\/premium$/)])
  const [plan] = await client.until(
    () => Promise.resolve(stripe.state.all('subscription')),
    ([s]) =>
      s?.default_payment_method === stripe.state.all('customer')[0]?.invoice_settings?.default_payment_method,
  )
  const saved = stripe.state.get('payment_method', plan?.default_payment_method ?? '')
  expect(saved.card.last4).toBe('3155')
  stripe.advance(32)
  await untilInvoices(client, server, list => list.length === 2 && list.every(i => i.status === 'paid'))
  const cards = stripe.state.all('payment_intent').map(i => i.payment_method)
  expect(cards.at(-1)).toBe(saved.id)
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('a link ends: unused after five minutes, used after an hour; it shows its own rider only', async () => {
  const { server, stripe, client } = await subscribedWith('4242424242424242')
  const [used, unused] = [await pathOf(await open(client, 'home')), await pathOf(await open(client, 'home'))]
  expect(await (await client.call(used)).text()).toContain('$9.99 · paid')
  stripe.state.advance(6 * 60)
  const gone = await client.call(unused)
  expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining('This link has expired')])
  expect((await client.call(used)).status).toBe(200)
  stripe.state.advance(3601)
  expect((await client.call(used)).status).toBe(404)
  expect((await client.call(used.replace(/.$/, 'g'))).status).toBe(422)
  // The portal is configured once.
  await open(client, 'card')
  expect(stripe.state.all('portal_configuration')).toHaveLength(1)
  expect(await status(client)).toMatchObject({ tier: 'premium' })
  expect(await faultsOf(server.deps.db)).toEqual([])
})

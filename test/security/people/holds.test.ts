import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AdminPayout } from '#contract/money/payouts.ts'
import { api } from '#contract/paths.ts'
import { recordViews } from '#server/earnings/index.ts'
import { balancesOf } from '#server/ledger/index.ts'
import { moneyRound } from '#server/payouts/round.ts'
import { mailsTo, post, signedIn, signInAtProvider, whoAmI } from '#test/harness/accounts.ts'
import { ask, proved } from '#test/harness/review.ts'
import type { ApiClient } from '../../../scripts/lib/api-client.ts'
import { faultsOf, sampleOf } from '../../harness/money.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

const email = 'pat.rider@gmail.com'

const earn = (server: TestServer, userId: string, views: number) =>
  server.deps.db
    .transaction()
    .execute(tx =>
      recordViews(tx, new Date(), [
        sampleOf({ userId, videoId: randomUUID(), views, sampledAt: new Date(Date.now() - 3600_000) }),
      ]),
    )
async function addBankAccount(client: ApiClient): Promise<void> {
  const { url } = (await (await post(client, api.payoutDestination, {})).json()) as { url: string }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await client.call(url, { method: 'POST', headers: form, body: '' })).status).toBe(303)
  await client.until(
    () => client.json<{ destination: { ready: boolean } }>(api.payoutSummary),
    s => s.destination.ready,
  )
}
const leave = (client: ApiClient, address = email) =>
  post(client, api.deleteAccount, { confirmEmail: address })
const allPayouts = (admin: ApiClient) => admin.json<AdminPayout[]>(api.adminPayouts)
const transfersOf = (server: TestServer) => server.sandbox?.stripe?.control.state.all('transfer') ?? []
/** Runs everything scheduled, and the jobs it enqueues. */
async function round(server: TestServer): Promise<void> {
  await moneyRound(server.deps)
  await server.untilIdle()
}

test('a payout held by a suspension stays on hold when the account is deleted, until staff decide', async () => {
  const server = await startTestServer()
  const { client, id } = await proved(server, email)
  const { client: admin } = await proved(server, 'admin@trailcut.example')
  await addBankAccount(client)
  await earn(server, id, 20_000)
  expect((await post(client, api.triggerPayout, {})).status).toBe(200)
  expect((await post(admin, api.suspendUser(id), { reason: 'Bought views' })).status).toBe(200)
  const [waiting] = await allPayouts(admin)
  const payoutId = waiting?.id as string
  expect((await post(admin, api.approvePayout(payoutId), {})).status).toBe(200)
  await round(server)
  expect(transfersOf(server)).toHaveLength(0)

  await signInAtProvider(client, { email })
  expect((await leave(client)).status).toBe(200)
  await round(server)
  expect(transfersOf(server)).toHaveLength(0)
  expect((await allPayouts(admin))[0]).toMatchObject({
    id: payoutId,
    status: 'pending',
    approval: 'held',
    reason: 'This account was deleted while it was suspended. A staff member decides.',
  })
  expect((await post(admin, api.approvePayout(payoutId), {})).status).toBe(200)
  await round(server)
  expect(transfersOf(server)).toHaveLength(1)
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('deletion sets unpaid money aside for staff: right away, or once its hold period ends', async () => {
  const server = await startTestServer({ PAYOUT_HOLD_DAYS: '1' })
  const { db } = server.deps
  const { client, id } = await proved(server, email)
  const { client: admin } = await proved(server, 'admin@trailcut.example')
  await earn(server, id, 1000)
  expect((await leave(client)).status).toBe(200)
  expect(await allPayouts(admin)).toEqual([])
  await round(server)
  expect(await allPayouts(admin)).toEqual([])
  const later = { ...server.deps, clock: { now: () => new Date(Date.now() + 2 * 86_400_000) } }
  await moneyRound(later)
  await moneyRound(later)
  const [kept, ...more] = await allPayouts(admin)
  expect(more).toEqual([])
  expect(kept).toMatchObject({ amount: 35, status: 'pending', approval: 'held', method: 'manual' })
  expect((await balancesOf(db, [id])).get(id)).toMatchObject({ pending: 0n, payable: 0n })
  const reference = { reference: 'WIRE-1' }
  expect((await post(admin, api.completePayout(kept?.id as string), reference)).status).toBe(409)
  expect((await post(admin, api.approvePayout(kept?.id as string), {})).status).toBe(200)
  const { client: other } = await proved(server, 'moderator@trailcut.example')
  await db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('email', '=', 'moderator@trailcut.example')
    .execute()
  expect((await post(other, api.completePayout(kept?.id as string), reference)).status).toBe(200)
  expect(await faultsOf(db)).toEqual([])
})

test('a payout to a missing or suspended payee is not sent manually either', async () => {
  const server = await startTestServer({ PAYOUT_METHOD: 'manual' })
  const { client, id } = await proved(server, email)
  const { client: admin } = await proved(server, 'admin@trailcut.example')
  await earn(server, id, 5000)
  expect((await post(client, api.triggerPayout, {})).status).toBe(200)
  expect((await post(admin, api.suspendUser(id), { reason: 'Bought views' })).status).toBe(200)
  const [payout] = await allPayouts(admin)
  const answer = await post(admin, api.completePayout(payout?.id as string), { reference: 'WIRE-2' })
  expect(answer.status).toBe(409)
  expect(await answer.text()).toContain('suspended')
})

test('the address of a suspended account signs up suspended again, however it is spelled', async () => {
  const server = await startTestServer()
  const { db } = server.deps
  const { client, id } = await proved(server, email)
  const { client: admin } = await proved(server, 'admin@trailcut.example')
  expect((await post(admin, api.suspendUser(id), { reason: 'Bought views' })).status).toBe(200)
  await signInAtProvider(client, { email })
  expect((await leave(client)).status).toBe(200)
  const suspended = async (address: string) => {
    const row = await db
      .selectFrom('users')
      .select(['suspended_at', 'suspended_reason'])
      .where('email', '=', address)
      .executeTakeFirstOrThrow()
    expect(row.suspended_at === null).toBe(row.suspended_reason === null)
    return row.suspended_at !== null
  }
  for (const address of [email, 'PatRider@gmail.com', 'p.a.t.rider+new@googlemail.com']) {
    await signedIn(server, address)
    expect(await suspended(address.toLowerCase())).toBe(true)
  }
  await server.person('pat.rider+again@gmail.com')
  expect(await suspended('pat.rider+again@gmail.com')).toBe(true)
  await server.person('pat.rider@example.com')
  expect(await suspended('pat.rider@example.com')).toBe(false)

  const kept = await sql<{
    row: string
  }>`select row_to_json(s)::text as row from suspended_addresses s`.execute(db)
  expect(kept.rows).toHaveLength(1)
  expect(kept.rows[0]?.row).not.toContain('rider')

  // Staff lift it for one account: the address is free again.
  const { id: again } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect((await post(admin, api.unsuspendUser(again), {})).status).toBe(200)
  await server.person('patrider+third@gmail.com')
  expect(await suspended('patrider+third@gmail.com')).toBe(false)
})

test('deleting the account and changing the bank account require a recent sign-in', async () => {
  const server = await startTestServer()
  const { client, id } = await proved(server, email)
  const age = (minutes: number) =>
    sql`update sessions set created_at = now() - make_interval(mins => ${minutes}) where user_id = ${id}`.execute(
      server.deps.db,
    )
  await age(16)
  for (const answer of [await leave(client), await post(client, api.payoutDestination, {})]) {
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      code: 'sign_in_again',
      message: 'Sign in again to continue. For your security this needs a sign-in from the last 15 minutes.',
    })
  }
  expect((await whoAmI(client))?.id).toBe(id)
  await signInAtProvider(client, { email })
  expect((await post(client, api.payoutDestination, {})).status).toBe(200)
  expect((await leave(client)).status).toBe(200)
})

test('a new bank account, and every visit to its page, is announced by mail, even when mails are turned off', async () => {
  const server = await startTestServer()
  const { client, id } = await proved(server, email)
  const told = async () =>
    (
      await sql<{ change: string }>`select data ->> 'change' as change from mails
        where user_id = ${id} and template = 'bank_account' order by created_at`.execute(server.deps.db)
    ).rows.map(r => r.change)
  for (const address of [api.notificationPreferences, api.mailPreferences]) {
    const wanted = await client.json<Record<string, unknown>[]>(address)
    const none = wanted.map(one => ({ ...one, mail: false }))
    expect((await ask(client, 'PUT', address, none)).status).toBe(200)
    expect(await client.json(address)).toEqual(none)
  }
  await addBankAccount(client)
  await client.until(told, list => list.length > 0)
  expect(await told()).toEqual(['added'])
  expect((await post(client, api.payoutDestination, {})).status).toBe(200)
  expect(await told()).toEqual(['added', 'opened'])
  const subjects = async () => (await mailsTo(client, email)).map(mail => mail.subject)
  await expect
    .poll(subjects)
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^New bank account for your payouts/),
        expect.stringMatching(/^Your bank account may change/),
      ]),
    )
})

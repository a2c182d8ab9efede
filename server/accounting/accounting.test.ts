import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AccountingMonths, Correction, TrialBalance } from '#contract/money/accounting.ts'
import { api } from '#contract/paths.ts'
import { micros } from '#server/core/money.ts'
import { type NewEntry, post } from '#server/ledger/index.ts'
import { signedIn } from '#test/harness/accounts.ts'
import { faultsOf } from '#test/harness/money.ts'
import { ask, messageOf } from '#test/harness/review.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'

/** Two admins on a server whose ledger has entries in past months. */
async function setUp() {
  const server = await startTestServer({
    ROLE: 'web',
    ADMIN_EMAILS: 'admin@trailcut.example,second@trailcut.example',
  })
  const admin = await signedIn(server, 'admin@trailcut.example')
  return { server, admin, second: await signedIn(server, 'second@trailcut.example') }
}

const entryAt = (day: string, amount: bigint): NewEntry => ({
  sourceEvent: `test:${randomUUID()}`,
  type: 'correction',
  occurredAt: new Date(`${day}T12:00:00Z`),
  lines: [
    { account: { kind: 'view_revenue' }, amount: micros(-amount) },
    { account: { kind: 'platform' }, amount: micros(amount) },
  ],
})
const add = ({ deps: { db } }: TestServer, ...entries: NewEntry[]) =>
  db.transaction().execute(tx => post(tx, entries))
const close = (client: ApiClient, month: string) => ask(client, 'POST', api.closeMonth(month))

test('months close in order, never the current one, and accept no further entries', async () => {
  const { server, admin } = await setUp()
  expect(await admin.json<AccountingMonths>(api.accountingMonths)).toEqual({ closed: [], next: null })
  expect(await messageOf(await close(admin, '2026-01'))).toBe(
    'Nothing has been posted yet, so there is no month to close.',
  )
  await add(server, entryAt('2026-01-31', 1_000_000n), entryAt('2026-02-01', 2_000_000n))
  expect((await admin.json<AccountingMonths>(api.accountingMonths)).next).toEqual({
    month: '2026-01',
    ready: true,
  })
  expect(await messageOf(await close(admin, '2026-02'))).toBe('The next month to close is 2026-01.')
  expect((await close(admin, '2026-01')).status).toBe(200)
  expect((await close(admin, '2026-01')).status).toBe(409)
  expect(await admin.json<AccountingMonths>(api.accountingMonths)).toMatchObject({
    closed: [{ month: '2026-01', closedBy: 'admin@trailcut.example', entries: 1 }],
    next: { month: '2026-02', ready: true },
  })
  const entered = (at: string) =>
    sql`insert into ledger_entries (source_event, type, creator_amount, views, facts, occurred_at)
      values (${randomUUID()}, 'view_revenue', 0, 0, '{}', ${at}::timestamptz)`.execute(server.deps.db)
  await expect(entered('2026-01-31T12:00:00Z')).rejects.toThrow('is closed')
  await expect(entered('2025-12-31T12:00:00Z')).rejects.toThrow('is closed')
  await add(server, entryAt('2026-02-01', 5n))
  for (const change of [
    sql`delete from closed_months`,
    sql`update closed_months set month = '2025-01-01'`,
    sql`insert into closed_months values ('2026-05-01', now(), 'me', 0)`,
  ])
    await expect(change.execute(server.deps.db)).rejects.toThrow(/append-only|one after another/)
})

test('an event from a closed month is dated in the open month and states when it happened', async () => {
  const { server, admin } = await setUp()
  await add(server, entryAt('2026-01-31', 1_000_000n))
  expect((await close(admin, '2026-01')).status).toBe(200)
  const late = entryAt('2026-01-30', 5n)
  await add(server, late, { ...entryAt('2026-02-03', 6n), facts: { kept: true } })
  const rows = await server.deps.db
    .selectFrom('ledger_entries')
    .select(['occurred_at', 'facts'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(rows.map(row => row.occurred_at.toISOString().slice(0, 10)).sort()).toEqual([
    '2026-02-01',
    '2026-02-03',
  ])
  expect(rows.map(row => row.facts)).toEqual(
    expect.arrayContaining([
      { kept: true },
      { happenedAt: expect.stringContaining(late.occurredAt.toISOString().slice(0, 10)) },
    ]),
  )
})

test('the current month stays open', async () => {
  const { server, admin } = await setUp()
  const today = new Date().toISOString().slice(0, 10)
  await add(server, entryAt(today, 1_000_000n))
  const month = today.slice(0, 7)
  expect((await admin.json<AccountingMonths>(api.accountingMonths)).next).toEqual({ month, ready: false })
  expect(await messageOf(await close(admin, month))).toBe(`${month} isn't over yet in UTC.`)
})

test("a month with findings from the ledger check can't be closed", async () => {
  const { server, admin } = await setUp()
  await add(server, entryAt('2026-01-31', 1_000_000n), {
    ...entryAt('2026-01-31', 10n),
    lines: [
      { account: { kind: 'view_revenue' }, amount: micros(-10) },
      { account: { kind: 'views_clearing' }, amount: micros(10) },
    ],
  })
  const answer = await close(admin, '2026-01')
  expect([answer.status, await messageOf(answer)]).toEqual([
    409,
    'The ledger check has a finding: Views clearing is back at zero.',
  ])
})

test('a correction of a closed month is posted today with its reason, once a second admin agrees', async () => {
  const { server, admin, second } = await setUp()
  const wanted = {
    month: '2026-01',
    reason: 'Fees of January were booked as revenue',
    debit: 'subscription_revenue',
    credit: 'fees',
    amount: 12.34,
  }
  await add(server, entryAt('2026-01-31', 1_000_000n))
  expect((await ask(admin, 'POST', api.proposeCorrection, wanted)).status).toBe(409)
  await close(admin, '2026-01')
  expect((await ask(admin, 'POST', api.proposeCorrection, { ...wanted, credit: wanted.debit })).status).toBe(
    422,
  )
  expect(
    (await ask(admin, 'POST', api.proposeCorrection, { ...wanted, credit: 'creator_paid' })).status,
  ).toBe(422)
  await admin.post(api.proposeCorrection, wanted)
  const [proposed] = await admin.json<Correction[]>(api.corrections)
  expect(proposed).toMatchObject({ ...wanted, state: 'proposed', own: true })
  const decide = (client: ApiClient, accept: boolean) =>
    ask(client, 'POST', api.decideCorrection(proposed?.id ?? ''), { accept })
  expect(await messageOf(await decide(admin, true))).toBe(
    'You proposed this correction. Someone else has to approve it.',
  )
  expect((await decide(second, true)).status).toBe(200)
  expect((await decide(second, false)).status).toBe(409)
  expect(await second.json<Correction[]>(api.corrections)).toMatchObject([
    { state: 'posted', own: false, decidedBy: 'second@trailcut.example' },
  ])
  const { rows } = await sql<{ facts: unknown; today: boolean }>`
    select facts, occurred_at > now() - interval '1 hour' as today from ledger_entries
    where source_event like 'correction:%'`.execute(server.deps.db)
  expect(rows).toMatchObject([{ today: true, facts: { month: '2026-01', reason: wanted.reason } }])
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('the trial balance sums to zero at any date, and the exports agree', async () => {
  const { server, admin } = await setUp()
  await add(server, entryAt('2026-01-31', 1_005_004n), entryAt('2026-02-28', 2_004_006n), {
    ...entryAt('2026-03-01', 7_000n),
    sourceEvent: '=cmd|calc',
  })
  const period = 'from=2026-02-01&to=2026-03-31'
  const balance = await admin.json<TrialBalance>(`${api.trialBalance}?${period}`)
  expect(balance.total).toEqual({
    opening: '0.000000',
    debits: '2.011006',
    credits: '2.011006',
    closing: '0.000000',
  })
  expect(balance.accounts.find(a => a.account === 'platform')).toEqual({
    account: 'platform',
    name: "Platform's share of views",
    opening: '1.005004',
    debits: '0.000000',
    credits: '2.011006',
    closing: '3.016010',
  })
  const file = async (address: string) => {
    const answer = await admin.call(address)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="trailcut-.+\.csv"$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    return (await answer.text()).trim().split('\r\n')
  }
  expect((await file(`${api.trialBalanceCsv}?${period}`)).at(-1)).toBe(
    ',Total,0.000000,2.011006,2.011006,0.000000',
  )
  const lines = await file(`${api.ledgerCsv}?${period}`)
  expect(lines).toHaveLength(5)
  expect(lines.at(-1)).toContain(",correction,'=cmd|calc,")
  // In cents the balance was 1.01, then 3.01 and 3.02: the journals add up to the rounded trial balance.
  expect(await file(`${api.journalCsv}?${period}&format=quickbooks`)).toEqual([
    'Journal No.,Journal Date,Account Name,Description,Debits,Credits',
    'TC-2026-02-28,02/28/2026,View revenue,"Trailcut, UTC days to 2026-02-28",2.00,',
    `TC-2026-02-28,02/28/2026,Platform's share of views,"Trailcut, UTC days to 2026-02-28",,2.00`,
    'TC-2026-03-31,03/31/2026,View revenue,"Trailcut, UTC days to 2026-03-31",0.01,',
    `TC-2026-03-31,03/31/2026,Platform's share of views,"Trailcut, UTC days to 2026-03-31",,0.01`,
  ])
  expect((await file(`${api.journalCsv}?${period}&format=xero&by=day`)).slice(0, 3)).toEqual([
    '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount',
    '"TC-2026-02-28 Trailcut, UTC days to 2026-02-28",28/02/2026,View revenue,4000,Tax Exempt,2.00',
    `"TC-2026-02-28 Trailcut, UTC days to 2026-02-28",28/02/2026,Platform's share of views,4010,Tax Exempt,-2.00`,
  ])
  for (const wrong of ['from=2026-03-01&to=2026-02-01', 'from=2020-01-01&to=2026-01-01', 'from=x&to=y'])
    expect((await admin.call(`${api.trialBalance}?${wrong}`)).status).toBe(422)
})

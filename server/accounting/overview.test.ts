import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { LedgerEntry, MoneyOverview, PersonMoney } from '#contract/money/accounting.ts'
import type { AdminPayout, PayoutTotals } from '#contract/money/payouts.ts'
import { api } from '#contract/paths.ts'
import { json } from '#server/core/db/json.ts'
import { micros } from '#server/core/money.ts'
import { recordViews } from '#server/earnings/index.ts'
import { lockCreators, post } from '#server/ledger/index.ts'
import { signInAtProvider } from '#test/harness/accounts.ts'
import { testDatabase } from '#test/harness/database.ts'
import { makeCreator, sampleOf } from '#test/harness/money.ts'
import { startTestServer } from '#test/harness/server.ts'
import { entriesQueryOf, type WantedEntries } from './overview-store.ts'

const admin = async (server: Awaited<ReturnType<typeof startTestServer>>) => {
  const client = await server.person()
  await signInAtProvider(client, { email: 'admin@trailcut.example' })
  return client
}

test("the overview shows what is owed, earned and retained, and the last check's findings", async () => {
  const server = await startTestServer({ ROLE: 'web', PAYOUT_HOLD_DAYS: '7' })
  const { db } = server.deps
  const client = await admin(server)
  const userId = await makeCreator(db)
  await db
    .transaction()
    .execute(tx =>
      recordViews(tx, new Date(), [
        sampleOf({ userId, videoId: crypto.randomUUID(), views: 1000, sampledAt: new Date() }),
      ]),
    )
  const overview = () => client.json<MoneyOverview>(api.moneyOverview)
  expect(await overview()).toEqual({
    riders: { payable: 0, onHold: 35, inTransit: 0, paid: 0, count: 1 },
    plans: { recognized: 0, recognizedThisMonth: 0, deferred: 0, tax: 0 },
    views: { revenue: 50, platform: 15 },
    fees: { cards: 0, payouts: 0 },
    check: null,
    checking: null,
  })
  const findings = [{ rule: 'All lines together add up to zero', detail: 'sum 1' }]
  await db
    .insertInto('ledger_checks')
    .values({
      day: new Date('2026-11-20'),
      findings: json(findings),
      checked_at: new Date('2026-11-20T03:00:00Z'),
    })
    .execute()
  expect((await overview()).check).toEqual({ at: '2026-11-20T03:00:00.000Z', findings })

  const people = await client.json<PersonMoney[]>(`${api.peopleMoney}?search=${userId.slice(0, 8)}`)
  expect(people).toMatchObject([{ id: userId, onHold: 35, payable: 0, inTransit: 0, paid: 0 }])
  expect(await client.json(`${api.peopleMoney}?search=nobody-of-this-name`)).toEqual([])
  const all = await client.json<LedgerEntry[]>(api.ledgerEntries)
  expect(all.map(e => e.sentence)).toEqual(['1,000 views on YouTube counted.', 'Views came in.'])
  const own = await client.json<LedgerEntry[]>(`${api.ledgerEntries}?userId=${userId}`)
  expect(own).toMatchObject([
    {
      email: `${userId}@creators.example`,
      lines: [
        { name: 'Creators, in hold period', amount: '35.000000' },
        { name: "Platform's share of views", amount: '15.000000' },
        { name: 'Views clearing', amount: '-50.000000' },
      ],
    },
  ])
  expect(await client.json(`${api.ledgerEntries}?before=${all[0]?.id}`)).toMatchObject([
    { sentence: 'Views came in.' },
  ])
  const inSpanish = { headers: { 'accept-language': 'es-MX' } }
  const [counted] = await client.json<LedgerEntry[]>(api.ledgerEntries, inSpanish)
  expect(counted?.sentence).toMatch(/^Se contaron 1,000 vistas en /)
  expect(counted?.lines.map(({ name }) => name)).toEqual([
    'Pilotos, en retención',
    'Parte de la plataforma en las vistas',
    'Compensación de vistas',
  ])
})

test('the ledger is searched by rider, days and Stripe id, with what moved and links to Stripe', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const client = await admin(server)
  const [lee, kim] = [await makeCreator(db), await makeCreator(db)]
  await db.updateTable('users').set({ name: 'Lee Searched' }).where('id', '=', lee).execute()
  const paid = (userId: string, n: number, day: string) => ({
    sourceEvent: `invoice:in_search${n}:paid`,
    type: 'subscription_payment' as const,
    userId,
    facts: { invoiceId: `in_search${n}`, chargeId: `ch_search${n}`, stripeType: 'topup_reversal' },
    occurredAt: new Date(`${day}T12:00:00Z`),
    lines: [
      { account: { kind: 'clearing' as const }, amount: micros(-9_990_000) },
      { account: { kind: 'subscription_revenue' as const }, amount: micros(9_000_000) },
      { account: { kind: 'tax_payable' as const }, amount: micros(990_000) },
    ],
  })
  await db.transaction().execute(async tx => {
    await lockCreators(tx, [lee, kim])
    await post(tx, [paid(lee, 1, '2026-10-01'), paid(lee, 2, '2026-10-31'), paid(kim, 3, '2026-11-02')])
  })
  const found = async (query: string) => client.json<LedgerEntry[]>(`${api.ledgerEntries}?${query}`)
  const invoices = async (query: string) => (await found(query)).map(e => e.stripe.map(s => s.id)[1])
  expect(await invoices('')).toEqual(['in_search3', 'in_search2', 'in_search1'])
  expect(await invoices('rider=lee searched')).toEqual(['in_search2', 'in_search1'])
  expect(await invoices(`rider=${kim}`)).toEqual(['in_search3'])
  expect(await invoices('from=2026-10-31&to=2026-11-01')).toEqual(['in_search2'])
  expect(await invoices('rider=lee&to=2026-10-30')).toEqual(['in_search1'])
  expect(await invoices('stripeId=ch_search3')).toEqual(['in_search3'])
  expect(await invoices('stripeId=in_search2&rider=lee')).toEqual(['in_search2'])
  expect(await invoices('stripeId=in_search2&rider=nobody')).toEqual([])
  expect(await found('stripeId=topup_reversal')).toEqual([])
  // A page after an entry, whatever its number.
  const [newest] = await found('limit=1')
  expect(await invoices(`before=${newest?.id}`)).toEqual(['in_search2', 'in_search1'])
  expect(newest).toMatchObject({
    amount: '9.990000',
    stripe: [
      { id: 'ch_search3', url: 'https://dashboard.stripe.com/test/payments/ch_search3' },
      { id: 'in_search3', url: 'https://dashboard.stripe.com/test/invoices/in_search3' },
    ],
  })
  for (const wrong of ['stripeId=a b', 'from=2026-13-01', 'limit=1000', 'other=1'])
    expect((await client.call(`${api.ledgerEntries}?${wrong}`)).status, wrong).toBe(422)
})

test('every search of the ledger uses an index', async () => {
  const { db } = await testDatabase()
  const planOf = async (wanted: Omit<WantedEntries, 'limit'>) => {
    const seen: string[] = []
    const asked = entriesQueryOf({ ...wanted, limit: 25 }).compile(db)
    await db.connection().execute(async one => {
      // Without rows the planner would read the empty table; an index that it can use, it uses now.
      await sql`set enable_seqscan = off`.execute(one)
      const { rows } = await one.executeQuery<Record<string, string>>({
        ...asked,
        sql: `explain ${asked.sql}`,
      })
      seen.push(...rows.flatMap(row => Object.values(row)))
    })
    return seen.join('\n')
  }
  const [from, to] = [new Date('2026-10-01'), new Date('2026-11-01')]
  expect(await planOf({})).toContain('ledger_entries_by_time')
  expect(await planOf({ from, to })).toContain('ledger_entries_by_time')
  expect(await planOf({ userIds: ['a', 'b'], from })).toContain('ledger_entries_of_user')
  expect(await planOf({ stripeId: 'in_search1' })).toContain('ledger_entries_by_stripe_id')
  for (const wanted of [{}, { from, to }, { userIds: ['a'] }, { stripeId: 'in_search1' }])
    expect(await planOf(wanted)).not.toMatch(/Seq Scan on ledger_(entries|lines)/)
})

test("less than a cent isn't owed to anyone", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const client = await admin(server)
  const userId = await makeCreator(db)
  const views = { userId, videoId: crypto.randomUUID(), views: 1, sampledAt: new Date() }
  await db.transaction().execute(tx => recordViews(tx, new Date(), [sampleOf(views)]))
  expect(await client.json(api.peopleMoney)).toMatchObject([{ id: userId }])
  // Of the $0.035, half a cent stays.
  await db.transaction().execute(async tx => {
    await lockCreators(tx, [userId])
    const amount = micros(30_000)
    await post(tx, [
      {
        sourceEvent: 'test',
        type: 'correction',
        userId,
        occurredAt: new Date(),
        lines: [
          { account: { kind: 'creator_pending', userId }, amount: micros(-amount) },
          { account: { kind: 'fees' }, amount },
        ],
      },
    ])
  })
  expect(await client.json(api.peopleMoney)).toEqual([])
  expect((await client.json<MoneyOverview>(api.moneyOverview)).riders.count).toBe(0)
})

test('payouts can be filtered by state, person and day, with totals and as CSV', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const client = await admin(server)
  const payout = async (name: string, day: string, failed = false) => {
    const user_id = await makeCreator(db)
    await db.updateTable('users').set({ name }).where('id', '=', user_id).execute()
    const id = crypto.randomUUID()
    await db
      .insertInto('payouts')
      .values({
        id,
        user_id,
        amount: 100_000_000,
        fee: 500_000,
        method: 'stripe',
        status: failed ? 'failed' : 'completed',
        ...(failed ? { failure_code: 'x' } : { completed_at: new Date(day) }),
        approval: 'not_needed',
        origin: 'request',
        created_at: new Date(`${day}T23:30:00Z`),
      })
      .execute()
    return id
  }
  const lee = await payout('Lee', '2026-10-01')
  await payout('@Kim', '2026-10-31')
  await payout('Jo', '2026-11-01', true)
  const found = async (query: string) =>
    (await client.json<AdminPayout[]>(`${api.adminPayouts}?${query}`)).map(p => p.name)
  expect(await found('')).toEqual(['Jo', '@Kim', 'Lee'])
  expect(await found('status=failed')).toEqual(['Jo'])
  expect(await found('from=2026-10-31&to=2026-10-31')).toEqual(['@Kim'])
  expect(await found('search=kim')).toEqual(['@Kim'])
  expect(await client.json<PayoutTotals>(api.payoutTotals)).toEqual({
    count: 3,
    failed: 1,
    amount: 200,
    fee: 1,
    netAmount: 199,
  })
  expect(await client.json<PayoutTotals>(`${api.payoutTotals}?search=lee`)).toMatchObject({
    count: 1,
    amount: 100,
  })
  const csv = await client.call(`${api.payoutsCsv}?to=2026-10-31`)
  expect([csv.headers.get('cache-control'), csv.headers.get('content-disposition')]).toEqual([
    'no-store',
    'attachment; filename="trailcut-payouts.csv"',
  ])
  const lines = (await csv.text()).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(",'@Kim,")
  expect(lines[2]?.startsWith(lee)).toBe(true)
  expect((await client.call(`${api.payoutTotals}?from=2026-13-01`)).status).toBe(422)
})

test('an admin starts a ledger check: in the worker, once, with progress', async () => {
  const server = await startTestServer()
  const { db, clock } = server.deps
  const client = await admin(server)
  const overview = () => client.json<MoneyOverview>(api.moneyOverview)
  const checkNow = async () => (await client.call(api.checkLedger, { method: 'POST' })).status
  // The daily check, from the first round.
  await client.until(overview, ({ check }) => check !== null)
  const entry = { source_event: 'tampered', type: 'views_batch' as const, occurred_at: clock.now() }
  await db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await tx.insertInto('ledger_entries').values(entry).execute()
  })
  expect(await checkNow()).toBe(200)
  const done = await client.until(overview, ({ checking }) => checking === null)
  expect(done.check?.findings).toEqual([
    { rule: expect.stringContaining('two at least'), detail: expect.stringContaining('0 lines') },
  ])
  // A second request while it runs is the same check; the next one replaces the first one's findings.
  await db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await tx.deleteFrom('ledger_entries').where('source_event', '=', 'tampered').execute()
  })
  for (let i = 0; i < 2; i++) expect(await checkNow()).toBe(200)
  const after = await client.until(overview, ({ check }) => check?.findings.length === 0)
  expect(Date.parse(after.check?.at ?? '')).toBeGreaterThan(Date.parse(done.check?.at ?? ''))
})

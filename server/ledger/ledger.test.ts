import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  exactDollars,
  micros,
  minus,
  nearestCents,
  plus,
  split,
  toDollars,
  wholeCents,
} from '#server/core/money.ts'
import { testDatabase } from '#test/harness/database.ts'
import { faultsOf, makeCreator, propertyRuns } from '#test/harness/money.ts'
import { balancesOf, foldBalances, lockCreators, systemBalance } from './accounts.ts'
import { checkLedger } from './check.ts'
import { type NewEntry, post, reversalOf } from './post.ts'

const now = new Date('2026-11-03T10:00:00Z')

function earning(userId: string, gross: bigint, sourceEvent: string = randomUUID()): NewEntry[] {
  const { creator, platform } = split(micros(gross), 70)
  const terms = { viralScore: 0, viralMultiplier: 1, planMultiplier: 1, creatorPercent: 70 }
  return [
    {
      sourceEvent: `batch:${sourceEvent}`,
      type: 'views_batch',
      occurredAt: now,
      lines: [
        { account: { kind: 'view_revenue' }, amount: micros(-gross) },
        { account: { kind: 'views_clearing' }, amount: micros(gross) },
      ],
    },
    {
      sourceEvent,
      type: 'view_revenue',
      userId,
      views: 1,
      facts: { ...terms, ratePerView: exactDollars(micros(gross)) },
      occurredAt: now,
      lines: [
        { account: { kind: 'views_clearing' }, amount: micros(-gross) },
        { account: { kind: 'creator_pending', userId }, amount: creator },
        { account: { kind: 'platform' }, amount: platform },
      ],
    },
  ]
}

test('a split loses no millionth, and the creator gets all whole millionths of their share', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 15n), fc.integer({ min: 0, max: 100 }), (gross, percent) => {
      const { creator, platform } = split(micros(gross), percent)
      const share = gross * BigInt(percent)
      expect(creator + platform).toBe(gross)
      expect(creator * 100n <= share && share < (creator + 1n) * 100n).toBe(true)
    }),
    { numRuns: Math.max(1000, propertyRuns) },
  )
  expect(() => split(micros(-1), 70)).toThrow(RangeError)
})

test('cents: paid rounded toward zero, shown rounded to the nearest, halves away from zero', () => {
  expect(wholeCents(micros(19_999))).toBe(10_000n)
  expect(wholeCents(micros(-19_999))).toBe(-10_000n)
  expect([nearestCents(micros(15_000)), nearestCents(micros(-15_000)), nearestCents(micros(14_999))]).toEqual(
    [2n, -2n, 1n],
  )
  expect(toDollars(micros(78_755_000))).toBe(78.76)
  expect([exactDollars(micros(-35_000)), exactDollars(micros(1_234_567_890))]).toEqual([
    '-0.035000',
    '1234.567890',
  ])
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 15n), 10n ** 15n), value => {
      const amount = micros(value)
      expect(BigInt(exactDollars(amount).replace('.', ''))).toBe(value)
      expect(plus(amount, minus(amount))).toBe(0n)
      const rest = value - wholeCents(amount)
      expect(rest < 10_000n && rest > -10_000n).toBe(true)
    }),
    { numRuns: Math.max(1000, propertyRuns) },
  )
})

test('an entry is posted once, and balances follow', async () => {
  const { db } = await testDatabase()
  const userId = await makeCreator(db)
  const entries = earning(userId, 1_000_001n)
  const tell = () =>
    db.transaction().execute(async tx => {
      await lockCreators(tx, [userId])
      return post(tx, entries)
    })
  expect((await tell()).size).toBe(2)
  expect((await tell()).size).toBe(0)
  expect(await Promise.all([tell(), tell(), tell()])).toEqual([new Map(), new Map(), new Map()])
  expect(await balancesOf(db, [userId])).toEqual(
    new Map([[userId, { pending: 700_000n, payable: 0n, paid: 0n }]]),
  )
  expect(await systemBalance(db, 'platform')).toBe(300_001n)
  expect(await systemBalance(db, 'views_clearing')).toBe(0n)
  await foldBalances(db)
  expect(await systemBalance(db, 'platform')).toBe(300_001n)
  const check = await checkLedger(db)
  expect(check).toMatchObject({ entries: 2, lines: 5, findings: [] })
  expect(check.rules.length).toBeGreaterThan(10)
})

test('the database refuses unbalanced entries at commit', async () => {
  const { db } = await testDatabase()
  const userId = await makeCreator(db)
  const tell = (entry: Partial<NewEntry>, then?: string) =>
    db.transaction().execute(async tx => {
      await lockCreators(tx, [userId])
      const [, whole] = earning(userId, 100n) as [NewEntry, NewEntry]
      await post(tx, [{ ...whole, ...entry }])
      if (then) await sql.raw(then).execute(tx)
    })
  const { lines } = earning(userId, 100n)[1] as NewEntry
  await expect(tell({ lines: lines.slice(0, 2) })).rejects.toThrow('out of balance')
  await expect(tell({ lines: [] })).rejects.toThrow('out of balance')
  // An existing entry accepts no further lines from anyone.
  await tell({ sourceEvent: 'stands' })
  const add = sql`insert into ledger_lines (entry_id, account_id, amount)
    select e.id, a.id, 5 from ledger_entries e, ledger_accounts a where e.source_event = 'stands' and a.kind = 'fees'`
  await expect(add.execute(db)).rejects.toThrow('no further lines')
  await expect(
    tell(
      {},
      `insert into ledger_entries (source_event, type, creator_amount, occurred_at) values ('x', 'release', 5, now())`,
    ),
  ).rejects.toThrow('out of balance')
  const [, other] = earning(userId, 300n) as [NewEntry, NewEntry]
  const standing = await db
    .selectFrom('ledger_entries')
    .select('id')
    .where('source_event', '=', 'stands')
    .executeTakeFirstOrThrow()
  await expect(
    db.transaction().execute(tx => post(tx, [{ ...other, reverses: standing.id }])),
  ).rejects.toThrow('does not take back')
})

test("a creator's account accepts no line of another person's entry", async () => {
  const { db } = await testDatabase()
  const [mine, theirs] = [await makeCreator(db), await makeCreator(db)]
  const [, entry] = earning(theirs, 100n) as [NewEntry, NewEntry]
  const tell = (userId: string | undefined) =>
    db.transaction().execute(async tx => {
      await lockCreators(tx, [mine, theirs])
      const sourceEvent = randomUUID()
      if (userId) return post(tx, [{ ...entry, sourceEvent, userId }])
      await sql`with e as (insert into ledger_entries (source_event, type, creator_amount, occurred_at)
          values (${sourceEvent}, 'release', 0, now()) returning id)
        insert into ledger_lines (entry_id, account_id, amount)
        select e.id, a.id, case a.kind when 'creator_pending' then -7 else 7 end from e, ledger_accounts a
        where a.user_id = ${mine} and a.kind in ('creator_pending', 'creator_payable')`.execute(tx)
    })
  await expect(tell(mine)).rejects.toThrow()
  await expect(tell(undefined)).rejects.toThrow('has lines of somebody else')
  await tell(theirs)
  expect((await faultsOf(db)).map(f => f.rule)).toEqual(['Views clearing is back at zero'])
})

test('nothing in it can be changed or removed, and balances change only through lines', async () => {
  const { db } = await testDatabase()
  const userId = await makeCreator(db)
  await db.transaction().execute(async tx => {
    await lockCreators(tx, [userId])
    await post(tx, earning(userId, 500n))
  })
  for (const change of [
    sql`update ledger_entries set creator_amount = 0`,
    sql`delete from ledger_entries`,
    sql`update ledger_lines set amount = amount + 1`,
    sql`delete from ledger_lines`,
    sql`truncate ledger_lines`,
    sql`update ledger_accounts set balance = 0`,
    sql`delete from ledger_accounts`,
  ])
    await expect(change.execute(db)).rejects.toThrow('append-only')
  expect(await faultsOf(db)).toEqual([])
})

test('a correction reverses an entry exactly, and only once', async () => {
  const { db } = await testDatabase()
  const userId = await makeCreator(db)
  const take = async (id: number) =>
    db.transaction().execute(async tx => {
      await lockCreators(tx, [userId])
      const back = await reversalOf(tx, id, { occurredAt: now, facts: { why: 'test' } })
      return post(tx, [back])
    })
  const id = await db.transaction().execute(async tx => {
    await lockCreators(tx, [userId])
    const written = await post(tx, earning(userId, 999n, 'one'))
    return written.get('one') as number
  })
  expect((await take(id)).size).toBe(1)
  expect((await take(id)).size).toBe(0)
  expect((await balancesOf(db, [userId])).get(userId)?.pending).toBe(0n)
  // Its views are still in clearing: the batch was not reversed, and the check says so.
  expect((await faultsOf(db)).map(f => f.rule)).toContain('Views clearing is back at zero')
})

test('the check finds changes made outside the ledger', async () => {
  const { db } = await testDatabase()
  const userId = await makeCreator(db)
  await db.transaction().execute(async tx => {
    await lockCreators(tx, [userId])
    await post(tx, earning(userId, 1000n))
  })
  const tamper = (statement: string) =>
    db.transaction().execute(async tx => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(statement).execute(tx)
    })
  const rules = async () => (await faultsOf(db)).map(f => f.rule)
  await tamper(`update ledger_accounts set balance = balance + 1 where kind = 'creator_pending'`)
  expect(await rules()).toEqual(['Cached balances are those of the lines'])
  await tamper(`update ledger_accounts set balance = balance - 1 where kind = 'creator_pending'`)
  await tamper(`update ledger_lines set amount = amount - 1 where amount = 700`)
  expect(await rules()).toEqual(
    expect.arrayContaining([
      'The lines of every entry add up to zero, and there are two at least',
      'All lines together add up to zero',
      'Cached balances are those of the lines',
      'Creators have their share of what views earned, the platform the rest, to the millionth',
    ]),
  )
  await tamper(`update ledger_lines set amount = amount + 1 where amount = 699`)
  await tamper(`update earnings_by_day set views = views + 1`)
  expect(await rules()).toEqual(['Reports by day are those of the entries'])
})

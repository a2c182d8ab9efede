import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { CurrentUser } from '#contract/accounts.ts'
import type { AdminPayout } from '#contract/money/payouts.ts'
import { api } from '#contract/paths.ts'
import type { Publication } from '#contract/publishing/publications.ts'
import type { Video } from '#contract/videos.ts'
import { moneyRound } from '#server/payouts/round.ts'
import { signInAtProvider } from '#test/harness/accounts.ts'
import { faultsOf } from './harness/money.ts'
import { startTestServer } from './harness/server.ts'
import { scratchFolder } from './media/make.ts'
import { addOldPayees, type OldPayee } from './previous/payouts.ts'
import { restorePrevious } from './previous/restore.ts'

test('data copied from version 0042 keeps its sessions, videos and publications', async () => {
  const previous = await restorePrevious('version-0042.tar.gz', await scratchFolder())
  const server = await startTestServer({
    DATA_DIR: previous.dataDir,
    DATABASE_URL: previous.databaseUrl,
    PAYOUT_METHOD: 'manual',
  })
  const as = async <T>(who: 'rider' | 'admin', path: string): Promise<T> => {
    const answer = await fetch(new URL(path, server.url), { headers: { cookie: previous.cookies[who] } })
    expect([path, answer.status]).toEqual([path, 200])
    return (await answer.json()) as T
  }
  expect(await as<CurrentUser>('rider', api.user)).toMatchObject({ email: 'rider@trailcut.example' })
  const [video] = await as<Video[]>('rider', api.myVideosDetailed)
  expect(video).toMatchObject({ title: 'Gravel at dawn', cfReadyToStream: true })
  expect(video?.aiViralPotentialScore).toBe(previous.tables.videos?.[0]?.ai_viral_score)
  expect(await as<Publication[]>('admin', api.publications)).toMatchObject([{ state: 'published' }])
})

const leftNote = 'This account was deleted. A staff member decides.'

/** People from version 0042 whose money is in every possible state. */
const payees: OldPayee[] = [
  {
    name: 'waits',
    email: 'w@riders.example',
    earned: 630,
    payout: { status: 'pending', approval: 'needed' },
  },
  {
    name: 'held',
    email: 'h@riders.example',
    earned: 70,
    payout: { status: 'pending', approval: 'held', holdReason: 'The views look bought' },
  },
  {
    name: 'sent',
    email: 's@riders.example',
    earned: 140,
    payout: { status: 'unknown', approval: 'not_needed' },
  },
  {
    name: 'paid',
    email: 'p@riders.example',
    earned: 63,
    payout: { status: 'completed', approval: 'not_needed' },
  },
  {
    name: 'returned',
    email: 'r@riders.example',
    earned: 77,
    payout: { status: 'failed', approval: 'not_needed' },
  },
  {
    name: 'gone, approved',
    email: 'a@riders.example',
    earned: 700,
    payout: { status: 'pending', approval: 'approved', approvedBy: 'admin' },
    deleted: true,
  },
  {
    name: 'gone, suspended',
    email: 'b@riders.example',
    earned: 84,
    payout: { status: 'pending', approval: 'not_needed' },
    suspended: 'Bought views',
    deleted: true,
  },
  {
    name: 'gone, sent',
    email: 'c@riders.example',
    earned: 91,
    payout: { status: 'unknown', approval: 'not_needed' },
    deleted: true,
  },
  { name: 'gone, unpaid', email: 'd@riders.example', earned: 35, deleted: true },
  {
    name: 'suspended',
    email: 'pat.rider+mud@gmail.com',
    earned: 98,
    payout: { status: 'pending', approval: 'not_needed' },
    suspended: 'Other people’s footage',
  },
]

test('payouts from version 0042 keep their amount and state, wait for staff when the payee is gone, and suspended addresses are kept as hashes', async () => {
  const previous = await restorePrevious('version-0042.tar.gz', await scratchFolder())
  const ids = await addOldPayees(previous.databaseUrl, payees)
  const old = new pg.Client({ connectionString: previous.databaseUrl })
  await old.connect()
  const before = (await old.query('select * from payouts order by id')).rows
  await old.end()
  expect(before).toHaveLength(1 + payees.filter(p => p.payout).length)

  const server = await startTestServer({
    ROLE: 'web',
    DATA_DIR: previous.dataDir,
    DATABASE_URL: previous.databaseUrl,
    PAYOUT_METHOD: 'manual',
  })
  const { db } = server.deps
  const rows = async () =>
    (await sql<Record<string, unknown>>`select * from payouts order by id`.execute(db)).rows
  const after = await rows()
  const hold = { approval: 'held', approved_by: null, hold_reason: leftNote }
  // Columns of later versions: no payout counts as a person's first, and none waits for funds.
  const added = {
    first: false,
    awaiting_funds_since: null,
    returned_cents: 0,
    bank_problem: null,
    bank_problem_said: null,
    bank_problem_at: null,
  }
  const gone = new Set([ids['gone, approved'], ids['gone, suspended']])
  const plain = (row: Record<string, unknown>) =>
    JSON.parse(
      JSON.stringify({
        ...row,
        amount: Number(row.amount),
        fee: Number(row.fee),
        net: Number(row.net),
        updated_at: null,
      }),
    )
  expect(after.map(plain)).toEqual(
    before.map(row => plain({ ...row, ...added, ...(gone.has(row.user_id) ? hold : {}) })),
  )
  expect(after.filter(row => row.hold_reason === leftNote)).toHaveLength(2)
  expect(await faultsOf(db)).toEqual([])

  // Money left behind without a request is set aside once; nothing else moves, and nothing is sent.
  await moneyRound(server.deps)
  await moneyRound(server.deps)
  const known = new Set(after.map(row => row.id))
  const aside = (await rows()).filter(row => !known.has(row.id))
  expect(aside).toMatchObject([
    { user_id: ids['gone, unpaid'], amount: 35_000_000, status: 'pending', method: 'manual', ...hold },
  ])
  expect((await rows()).filter(row => known.has(row.id)).map(plain)).toEqual(after.map(plain))
  expect(server.sandbox?.stripe?.control.state.all('transfer') ?? []).toEqual([])
  expect(await faultsOf(db)).toEqual([])

  // Staff see why each of them waits.
  const admin = await fetch(new URL(api.adminPayouts, server.url), {
    headers: { cookie: previous.cookies.admin },
  })
  const listed = (await admin.json()) as AdminPayout[]
  const reasonOf = (userId: string | undefined) => listed.find(p => p.userId === userId)?.reason
  expect(payees.map(({ name }) => [name, reasonOf(ids[name])])).toEqual([
    ['waits', 'A second person checks payouts of this size.'],
    ['held', 'The views look bought'],
    ['sent', "The payment provider's answer didn't reach us."],
    ['paid', null],
    ['returned', 'The bank account is closed.'],
    ['gone, approved', leftNote],
    ['gone, suspended', leftNote],
    ['gone, sent', "The payment provider's answer didn't reach us."],
    ['gone, unpaid', leftNote],
    ['suspended', 'Your account is suspended.'],
  ])

  // Both accounts that are still suspended, by keyed hashes; the deleted one left no address to keep.
  const kept = await sql<{
    row: string
  }>`select row_to_json(s)::text as row from suspended_addresses s`.execute(db)
  expect(kept.rows).toHaveLength(2)
  expect(kept.rows.map(({ row }) => row).join()).not.toMatch(/rider|suspended@|gmail/)
  await signInAtProvider(await server.person(), { email: 'patrider@googlemail.com' })
  await server.person('new.suspended@trailcut.example')
  const { rows: people } = await sql<{ email: string; suspended: boolean }>`
    select email, suspended_at is not null as suspended from users
    where email in ('patrider@googlemail.com', 'new.suspended@trailcut.example') order by email`.execute(db)
  expect(people).toEqual([
    { email: 'new.suspended@trailcut.example', suspended: false },
    { email: 'patrider@googlemail.com', suspended: true },
  ])
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { recordViews } from '#server/earnings/index.ts'
import { balancesOf, systemBalance } from '#server/ledger/index.ts'
import { escrowUnpaid } from '#server/payouts/index.ts'
import { processPayout } from '#server/payouts/process-payout.ts'
import { requestPayout } from '#server/payouts/request-payout.ts'
import { decideNegative, negativeBalances } from '#server/payouts/write-off.ts'
import { faultsOf, makeCreator, sampleOf } from '#test/harness/money.ts'
import { inEnglish } from '#test/harness/notifications.ts'
import { setUpPayouts } from './payout-setup.ts'

/** A rider who was paid $70.00 for 2,000 views, of which the platform then takes some back. */
async function setUp(viewsLeft: number) {
  const hand = await setUpPayouts()
  const { db, deps, port } = hand
  const userId = await hand.creator()
  const payout = await requestPayout(deps, userId, 'request')
  await processPayout({ ...deps, port }, payout.id)
  const { video_id, occurred_at } = await db
    .selectFrom('ledger_entries')
    .select(['video_id', 'occurred_at'])
    .where('type', '=', 'view_revenue')
    .executeTakeFirstOrThrow()
  const count = (videoId: string, views: number, at: Date) =>
    db.transaction().execute(tx => recordViews(tx, at, [sampleOf({ userId, videoId, views, sampledAt: at })]))
  const later = new Date(occurred_at.getTime() + 1000)
  const fall = () => count(video_id as string, viewsLeft, later)
  const admin = await makeCreator(db)
  const by = { actorId: admin, actorRole: 'admin', requestId: null }
  const unpaid = async () => {
    const { pending, payable } = (await balancesOf(db, [userId])).get(userId) ?? { pending: 0n, payable: 0n }
    return pending + payable
  }
  const decide = (decision: 'write_off' | 'set_off', owed: number) =>
    decideNegative(deps, by, userId, { decision, owed, reason: 'They stopped riding.' })
  const list = () => negativeBalances(db, { offset: 0, limit: 25 })
  return { ...hand, userId, fall, count, unpaid, decide, list }
}

test('a balance below zero is written off once, in a balanced entry, and audited', async () => {
  const { db, userId, fall, unpaid, decide, list } = await setUp(1000)
  await fall()
  expect(await unpaid()).toBe(-35_000_000n)
  expect(await list()).toMatchObject([{ id: userId, owed: 35, deleted: false, waitingPayout: null }])
  await expect(decide('write_off', 34.99)).rejects.toThrow('owes $35.00 by now')
  await expect(decide('set_off', 35)).rejects.toThrow('Only a waiting payout of a deleted account')
  // Two admins at once: one of them decides.
  const outcomes = await Promise.allSettled([decide('write_off', 35), decide('write_off', 35)])
  expect(outcomes.map(o => o.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await unpaid()).toBe(0n)
  expect(await systemBalance(db, 'write_offs')).toBe(-35_000_000n)
  expect(await list()).toEqual([])
  const audited = await db.selectFrom('audit_log').selectAll().where('object_id', '=', userId).execute()
  expect(audited).toMatchObject([
    { action: 'balance.write_off', before: { balance: -35 }, after: { reason: 'They stopped riding.' } },
  ])
  const told = inEnglish(
    await db.selectFrom('notifications').select('message').where('user_id', '=', userId).execute(),
  )
  expect(told.map(n => n.message)).toContainEqual(expect.stringContaining('$35.00 below zero'))
  expect(await faultsOf(db)).toEqual([])
})

test('later earnings are paid in full after a write-off, and a second one has its own entry', async () => {
  const { db, fall, count, unpaid, decide } = await setUp(1000)
  await fall()
  await decide('write_off', 35)
  const video = randomUUID()
  const now = Date.now()
  await count(video, 1000, new Date(now + 2000))
  expect(await unpaid()).toBe(35_000_000n)
  await count(video, 0, new Date(now + 3000))
  expect(await unpaid()).toBe(0n)
  expect(await faultsOf(db)).toEqual([])
})

test('at deletion, a waiting payout is set off against what the rider owes; the rest waits for staff', async () => {
  const { db, deps, userId, fall, count, unpaid, decide, list } = await setUp(1000)
  // $175.00 wait to be sent when the platform takes $35.00 back, and the account is deleted.
  await count(randomUUID(), 5000, new Date())
  const waiting = await requestPayout(deps, userId, 'request')
  await fall()
  await db
    .updateTable('users')
    .set({
      deleted_at: new Date(),
      email: `${userId}@deleted.invalid`,
      email_verified: false,
      email_verified_at: null,
    })
    .where('id', '=', userId)
    .execute()
  await db.transaction().execute(tx => escrowUnpaid(tx, deps, { userId }))
  expect(await list()).toMatchObject([{ deleted: true, owed: 35, waitingPayout: 175 }])
  await expect(decide('write_off', 35)).rejects.toThrow('payout to this rider is under way')
  await decide('set_off', 35)
  const payouts = await db
    .selectFrom('payouts')
    .select(['id', 'amount', 'status', 'approval', 'failure_code'])
    .where('user_id', '=', userId)
    .where('status', '<>', 'completed')
    .orderBy('amount')
    .execute()
  expect(payouts).toMatchObject([
    { amount: 140_000_000, status: 'pending', approval: 'held' },
    { id: waiting.id, status: 'failed', failure_code: 'set_off' },
  ])
  expect(await unpaid()).toBe(0n)
  expect(await systemBalance(db, 'write_offs')).toBe(0n)
  expect(await list()).toEqual([])
  expect(await faultsOf(db)).toEqual([])
})

test('the check of the ledger finds a write-off of more than was owed', async () => {
  const { db, fall, decide, userId } = await setUp(1000)
  await fall()
  await decide('write_off', 35)
  await db.transaction().execute(async tx => {
    const { post, lockCreators } = await import('#server/ledger/index.ts')
    const { micros } = await import('#server/core/money.ts')
    await lockCreators(tx, [userId])
    await post(tx, [
      {
        sourceEvent: `write_off:${userId}:again`,
        type: 'balance_written_off',
        userId,
        occurredAt: new Date(),
        lines: [
          { account: { kind: 'write_offs' }, amount: micros(-1) },
          { account: { kind: 'creator_payable', userId }, amount: micros(1) },
        ],
      },
    ])
  })
  expect(await faultsOf(db)).toEqual([
    { rule: expect.stringContaining('written off'), detail: expect.any(String) },
  ])
})

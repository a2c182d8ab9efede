import { sql } from 'kysely'
import type { z } from 'zod'
import type { NegativeBalance, negativeBalanceBody, negativeBalancesQuery } from '#contract/money/payouts.ts'
import { sentences as notices } from '#sentences/payouts.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import { textColumn } from '#server/core/db/json.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { type Micros, micros, minus, plus, toDollars } from '#server/core/money.ts'
import type { Deps } from '#server/deps.ts'
import { balancesOf, lockCreators, noBalances, post } from '#server/ledger/index.ts'
import { notify } from '#server/notifications/index.ts'
import { escrowUnpaid } from './escrow.ts'
import { takeBack } from './settle.ts'
import { findGoing, findPayee, unsafeLockPayout, updatePayout } from './store.ts'

type WriteOffDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** Everyone who owes us money, most first. Also those whose account is deleted: nothing will make up for theirs. */
export async function negativeBalances(
  db: Queryable,
  { offset, limit }: z.infer<typeof negativeBalancesQuery>,
): Promise<NegativeBalance[]> {
  const { rows } = await sql<{
    id: string
    email: string
    name: string
    deleted: boolean
    owed: string
    waiting: string | null
    since: Date | null
  }>`
    with owing as (
      select user_id, -sum(balance) as owed from ledger_accounts
      where user_id in (select user_id from ledger_accounts where balance < 0 and user_id is not null)
        and kind in ('creator_pending', 'creator_payable')
      group by user_id having sum(balance) < 0
    )
    select u.id, u.email, u.name, u.deleted_at is not null as deleted, o.owed::text,
      (select p.amount::text from payouts p where p.user_id = u.id and p.status = 'pending') as waiting,
      (select max(e.occurred_at) from ledger_entries e where e.user_id = u.id) as since
    from owing o join users u on u.id = o.user_id
    order by o.owed desc, u.id limit ${limit} offset ${offset}`.execute(db)
  return rows.map(r => ({
    id: r.id,
    email: r.email,
    name: r.name,
    deleted: r.deleted,
    owed: toDollars(micros(r.owed)),
    waitingPayout: r.waiting === null ? null : toDollars(micros(r.waiting)),
    lastEntryAt: r.since?.toISOString() ?? null,
  }))
}

/** What a locked person owes us. @throws AppError conflict when it isn't what the decider saw */
async function owedBy(tx: Tx, userId: string, seen: number): Promise<Micros> {
  const { pending, payable } = (await balancesOf(tx, [userId])).get(userId) ?? noBalances
  const owed = minus(plus(pending, payable))
  if (owed <= 0n) throw new AppError('conflict', notices.owesNothing)
  if (toDollars(owed) !== seen) throw new AppError('conflict', notices.owesOther({ sum: toDollars(owed) }))
  return owed
}

/** Raises a balance to zero. Each write-off of a person has its own number; they are locked. */
async function writeOff(
  tx: Tx,
  { userId, owed, reason, now, by }: { userId: string; owed: Micros; reason: string; now: Date; by: Auditor },
): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ledger_entries where user_id = ${userId} and type = 'balance_written_off'`.execute(
    tx,
  )
  const n = (rows[0]?.n ?? 0) + 1
  await post(tx, [
    {
      sourceEvent: `write_off:${userId}:${n}`,
      type: 'balance_written_off',
      userId,
      facts: { reason, decidedBy: by.actorId },
      occurredAt: now,
      lines: [
        { account: { kind: 'write_offs' }, amount: minus(owed) },
        { account: { kind: 'creator_payable', userId }, amount: owed },
      ],
    },
  ])
  if (await findPayee(tx, userId))
    await notify(tx, {
      userId,
      videoId: null,
      type: 'payout_processed',
      title: notices.writtenOffTitle,
      message: notices.writtenOffMessage({ sum: toDollars(owed) }),
      link: '/earnings',
      eventKey: `write_off:${userId}:${n}`,
    })
}

/** Takes a deleted person's waiting payout back, so that what they owe is kept from it; the rest waits again. */
async function setOff(tx: Tx, deps: WriteOffDeps, userId: string, now: Date): Promise<void> {
  const going = await findGoing(tx, userId)
  const payout = going && (await unsafeLockPayout(tx, going.id))
  if (payout?.status !== 'pending' || (await findPayee(tx, userId)))
    throw new AppError('conflict', notices.nothingToSetOff)
  const reason = notices.setOff
  await takeBack(tx, `payout:${payout.id}`, now, reason)
  await updatePayout(tx, payout.id, {
    status: 'failed',
    failure_code: 'set_off',
    failure_message: textColumn(reason),
    failure_actor: 'staff',
  })
  await escrowUnpaid(tx, deps, { userId })
}

/**
 * Decides about a balance below zero: sets it off against a deleted person's waiting payout, or writes it off.
 * @throws AppError not_found; conflict: another amount than they saw, a payout that has to be set off or sent first
 */
export async function decideNegative(
  deps: WriteOffDeps,
  by: Auditor,
  userId: string,
  { decision, owed: seen, reason }: z.infer<typeof negativeBalanceBody>,
): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction().execute(async tx => {
    const person = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
    if (!person) throw notFound('account')
    await lockCreators(tx, [userId])
    const owed = await owedBy(tx, userId, seen)
    if (decision === 'set_off') await setOff(tx, deps, userId, now)
    else {
      if (await findGoing(tx, userId)) throw new AppError('conflict', notices.payoutFirst)
      await writeOff(tx, { userId, owed, reason, now, by })
    }
    await record(tx, {
      ...by,
      action: `balance.${decision}`,
      objectType: 'user',
      objectId: userId,
      before: { balance: toDollars(minus(owed)) },
      after: { reason },
    })
  })
}

import { sql } from 'kysely'
import { viewTypes } from '#contract/money/constants.ts'
import { balancesOf, noBalances, post } from '#server/ledger/index.ts'
import type { Queryable, Tx } from '#server/platform/db/database.ts'
import { literals } from '#server/platform/db/literals.ts'
import { type Micros, micros, minus, plus } from '#server/platform/money.ts'
import { holdCutoff, holdEnd } from './rules.ts'

/** What is in the hold period now but would not be any more: everything pending that is older than the cutoff. */
async function releasable(db: Queryable, userId: string, pending: Micros, cutoff: Date): Promise<Micros> {
  const { rows } = await sql<{ young: string }>`
    select coalesce(sum(creator_amount), 0) as young from ledger_entries
    where user_id = ${userId} and occurred_at > ${cutoff}
      and type in (${literals(viewTypes)})`.execute(db)
  return plus(pending, minus(micros(rows[0]?.young ?? 0)))
}

/** When the first and the last of what is in the hold period can be paid; null: nothing is in it. */
export async function holdEnds(
  db: Queryable,
  userId: string,
  now: Date,
  holdDays: number,
): Promise<{ from: Date; until: Date } | null> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(occurred_at) as first, max(occurred_at) as last from ledger_entries
    where user_id = ${userId} and occurred_at > ${holdCutoff(now, holdDays)}
      and type in ('view_revenue', 'premium_view_revenue', 'view_correction', 'premium_view_correction')`.execute(
    db,
  )
  const [row] = rows
  if (!row?.first || !row.last) return null
  return { from: holdEnd(row.first, holdDays), until: holdEnd(row.last, holdDays) }
}

/** A creator's balances as they are once what is old enough has been released. */
export async function balancesAfterHold(
  db: Queryable,
  userId: string,
  now: Date,
  holdDays: number,
): Promise<{ pending: Micros; payable: Micros; paid: Micros; release: Micros }> {
  const { pending, payable, paid } = (await balancesOf(db, [userId])).get(userId) ?? noBalances
  // Without a hold there is nothing to look for.
  const release = holdDays === 0 ? pending : await releasable(db, userId, pending, holdCutoff(now, holdDays))
  return { pending: plus(pending, minus(release)), payable: plus(payable, release), paid, release }
}

/** Moves what has been held long enough to what can be paid. The creator must be locked. */
export async function releaseHold(tx: Tx, userId: string, now: Date, holdDays: number) {
  const balances = await balancesAfterHold(tx, userId, now, holdDays)
  if (balances.release !== 0n) {
    const count = await tx
      .selectFrom('ledger_entries')
      .select(eb => eb.fn.countAll<number>().as('n'))
      .where('user_id', '=', userId)
      .where('type', '=', 'release')
      .executeTakeFirstOrThrow()
    await post(tx, [
      {
        sourceEvent: `release:${userId}:${Number(count.n) + 1}`,
        type: 'release',
        userId,
        facts: { holdDays, cutoff: holdCutoff(now, holdDays).toISOString() },
        occurredAt: now,
        lines: [
          { account: { kind: 'creator_pending', userId }, amount: minus(balances.release) },
          { account: { kind: 'creator_payable', userId }, amount: balances.release },
        ],
      },
    ])
  }
  return balances
}

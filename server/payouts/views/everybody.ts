import { sql } from 'kysely'
import type { z } from 'zod'
import type { adminPayoutsFilter, PayoutTotals } from '#contract/money/payouts.ts'
import { csvLine } from '#server/core/csv.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { hasText } from '#server/core/db/page.ts'
import type { WaitingRows } from '#server/core/db/waiting.ts'
import { micros, toDollars } from '#server/core/money.ts'
import { presentForStaff } from './present.ts'

type Filter = z.infer<typeof adminPayoutsFilter>

const dayMs = 86_400_000

/** Staff have to approve it, or to send it by hand: what `decisionsOf` offers on the web besides a hold. */
const isUndecided = sql<boolean>`(p.status = 'pending' and (p.approval in ('needed', 'held') or p.method = 'manual'))`

/** Payouts that wait for staff, since they were requested. */
export const undecidedPayouts: WaitingRows = {
  rows: sql`payouts p where ${isUndecided}`,
  since: sql`p.created_at`,
}

/** Everyone's payouts that match a filter. */
function wanted(db: Queryable, { id, status, undecided, userId, search, from, to }: Filter) {
  let query = db.selectFrom('payouts as p').innerJoin('users as u', 'u.id', 'p.user_id')
  if (id) query = query.where('p.id', '=', id)
  if (status) query = query.where('p.status', '=', status)
  if (undecided) query = query.where(isUndecided)
  if (userId) query = query.where('p.user_id', '=', userId)
  if (search) query = query.where(hasText(sql`lower(u.email || ' ' || u.name)`, search))
  if (from) query = query.where('p.created_at', '>=', new Date(from))
  if (to) query = query.where('p.created_at', '<', new Date(Date.parse(to) + dayMs))
  return query
}

/** Everyone's payouts with the payee's address, newest first. @param cursor id of the last one seen */
export function unsafeListPayouts(
  db: Queryable,
  { cursor, limit, ...filter }: Filter & { cursor?: string | undefined; limit: number },
) {
  let query = wanted(db, filter).selectAll('p').select(['u.email', 'u.name', 'u.suspended_at'])
  if (cursor)
    query = query.where(
      sql<boolean>`(p.created_at, p.id) < (select created_at, id from payouts where id = ${cursor}::uuid)`,
    )
  return query.orderBy('p.created_at', 'desc').orderBy('p.id', 'desc').limit(limit).execute()
}

/** Their number, and their total without failed ones. */
export async function payoutTotalsOf(db: Queryable, filter: Filter): Promise<PayoutTotals> {
  const row = await wanted(db, filter)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.countAll<number>().filterWhere('p.status', '=', 'failed').as('failed'),
      fn.sum<string | null>('p.amount').filterWhere('p.status', '<>', 'failed').as('amount'),
      fn.sum<string | null>('p.fee').filterWhere('p.status', '<>', 'failed').as('fee'),
    ])
    .executeTakeFirstOrThrow()
  const [amount, fee] = [micros(row.amount ?? 0), micros(row.fee ?? 0)]
  return {
    count: Number(row.count),
    failed: Number(row.failed),
    amount: toDollars(amount),
    fee: toDollars(fee),
    netAmount: toDollars(micros(amount - fee)),
  }
}

const heading =
  'Payout,Person,Name,Email,Status,Method,Amount (USD),Fee (USD),Net (USD),Asked for (UTC),Completed (UTC),Reference'
const pageSize = 500

/** The same as CSV, newest first, read in pages. */
export async function* everyPayoutCsv(db: Queryable, filter: Filter): AsyncGenerator<string> {
  yield `${heading}\r\n`
  let cursor: string | undefined
  while (true) {
    const page = await unsafeListPayouts(db, { ...filter, cursor, limit: pageSize })
    for (const p of page.map(row => presentForStaff(row, 'en')))
      yield csvLine([
        p.id,
        p.userId,
        p.name,
        p.email,
        p.status,
        p.method,
        p.amount,
        p.fee,
        p.netAmount,
        p.createdAt,
        p.completedAt,
        p.providerReference,
      ])
    cursor = page.at(-1)?.id
    if (page.length < pageSize) return
  }
}

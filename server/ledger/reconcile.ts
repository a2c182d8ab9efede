import { sql } from 'kysely'
import Stripe from 'stripe'
import type { Queryable } from '#server/core/db/database.ts'
import { fromCents, type Micros, micros, minus } from '#server/core/money.ts'
import type { Deps } from '#server/deps.ts'
import { keyOf, movementOf, postTransaction } from './movements.ts'

/** A movement that only one side has, or that has different amounts. */
export interface Difference {
  /** id of the charge, transfer, dispute … */
  source: string
  /** Stripe's type */
  type: string
  balanceTransaction: string | null
  /** its effect on the balance, in millionths of a dollar; null: this side doesn't have it */
  stripe: Micros | null
  ledger: Micros | null
}
export interface Range {
  from: Date
  /** exclusive */
  to: Date
}
type Client = Pick<Stripe, 'balanceTransactions'>

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
const dayMs = 86_400_000

/** Balance transactions created in a range, newest first, read in pages. */
export const transactionsOf = (client: Client, { from, to }: Range) =>
  client.balanceTransactions.list({ created: { gte: seconds(from), lt: seconds(to) }, limit: 100 })

/** The ledger's effects of movements on the Stripe balance, by their keys. */
export async function postedOf(db: Queryable, keys: readonly string[]): Promise<Map<string, Micros>> {
  const { rows } = await sql<{ key: string; amount: string }>`
    select regexp_replace(e.source_event, ':fee$', '') as key, sum(l.amount) as amount
    from ledger_entries e join ledger_lines l on l.entry_id = e.id
    join ledger_accounts a on a.id = l.account_id and a.kind = 'stripe_balance'
    where e.source_event = any(${keys.flatMap(key => [key, `${key}:fee`])}::text[]) group by 1`.execute(db)
  return new Map(rows.map(r => [r.key, minus(micros(r.amount))]))
}

interface Posted {
  key: string
  amount: string
  type: string
  source: string
  transaction: string | null
}

/** Movements in the ledger from a range. */
async function entriesOf(db: Queryable, { from, to }: Range): Promise<Posted[]> {
  const { rows } = await sql<Posted>`
    select regexp_replace(e.source_event, ':fee$', '') as key, sum(l.amount) as amount,
      min(e.facts ->> 'stripeType') as type, min(e.facts ->> 'source') as source,
      min(e.facts ->> 'balanceTransaction') as transaction
    from ledger_entries e join ledger_lines l on l.entry_id = e.id
    join ledger_accounts a on a.id = l.account_id and a.kind = 'stripe_balance'
    where e.occurred_at >= ${from} and e.occurred_at < ${to} group by 1`.execute(db)
  return rows
}

/** Whether Stripe has a movement at another time than the ledger. */
async function isElsewhere(client: Client, { key, source }: Posted): Promise<boolean> {
  try {
    for await (const t of client.balanceTransactions.list({ source, limit: 100 }))
      if (keyOf(movementOf(t)) === key) return true
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
  return false
}

async function compareDay(
  db: Queryable,
  client: Client,
  range: Range,
): Promise<{ compared: number; differences: Difference[] }> {
  const differences: Difference[] = []
  const seen = new Set<string>()
  let page: Stripe.BalanceTransaction[] = []
  const comparePage = async () => {
    const known = page.map(t => ({ t, movement: movementOf(t) }))
    const posted = await postedOf(
      db,
      known.map(({ movement }) => keyOf(movement)),
    )
    for (const { t, movement } of known) {
      const key = keyOf(movement)
      seen.add(key)
      const stripe = fromCents(t.net)
      const ledger = posted.get(key) ?? null
      // The ledger is in dollars, so an amount settled in another currency never matches.
      if (ledger !== stripe || t.currency !== 'usd')
        differences.push({ source: movement.source, type: t.type, balanceTransaction: t.id, stripe, ledger })
    }
    page = []
  }
  for await (const t of transactionsOf(client, range)) {
    page.push(t)
    if (page.length === 100) await comparePage()
  }
  await comparePage()
  const compared = seen.size
  for (const entry of await entriesOf(db, range)) {
    if (seen.has(entry.key) || (await isElsewhere(client, entry))) continue
    differences.push({
      source: entry.source,
      type: entry.type,
      balanceTransaction: entry.transaction,
      stripe: null,
      ledger: minus(micros(entry.amount)),
    })
  }
  return { compared, differences }
}

/**
 * Compares the ledger's stripe_balance with Stripe's balance transactions, line by line and day by day, so
 * that memory stays flat and a range can be resumed.
 * @param eachDay called after every finished day
 */
export async function compareWithStripe(
  db: Queryable,
  client: Client,
  { from, to }: Range,
  eachDay: (day: Range, differences: readonly Difference[]) => void = () => undefined,
): Promise<{ compared: number; differences: Difference[] }> {
  let compared = 0
  const differences: Difference[] = []
  for (let start = from; start < to; ) {
    const end = new Date(Math.min(start.getTime() + dayMs, to.getTime()))
    const day = await compareDay(db, client, { from: start, to: end })
    compared += day.compared
    differences.push(...day.differences)
    eachDay({ from: start, to: end }, day.differences)
    start = end
  }
  return { compared, differences }
}

/**
 * The start of the comparison: a month before the first entry, because a balance is funded before it is used;
 * null: there are no entries.
 */
export async function firstComparable(db: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(created_at) - interval '31 days' as at from ledger_entries`.execute(db)
  return rows[0]?.at ?? null
}

const dollars = (amount: Micros | null): string =>
  amount === null ? 'not there' : `$${(Number(amount) / 1_000_000).toFixed(2)}`

/** A difference as one line, with both sides. */
export const describeDifference = ({
  source,
  type,
  balanceTransaction,
  stripe,
  ledger,
}: Difference): string =>
  `${type} ${source}${balanceTransaction ? ` (${balanceTransaction})` : ''}: Stripe ${dollars(stripe)}, ledger ${dollars(ledger)}`

/**
 * Posts movements that no event reported.
 * @param owners what other slices do about movements of their objects, by Stripe's type; all others are
 * posted here
 * @param guard isolates failures of single movements
 */
export async function postMissed(
  deps: Pick<Deps, 'db' | 'stripe' | 'clock'>,
  range: Range,
  owners: Record<string, (t: Stripe.BalanceTransaction) => Promise<void>>,
  guard: (id: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  if (!deps.stripe) return
  const { client } = deps.stripe
  for await (const t of transactionsOf(client, range)) {
    const key = keyOf(movementOf(t))
    if ((await postedOf(deps.db, [key])).has(key)) continue
    const dispute = t.reporting_category === 'dispute' || t.reporting_category === 'dispute_reversal'
    const owner = owners[dispute ? 'dispute' : t.type]
    await guard(t.id, () => (owner ? owner(t) : postTransaction(deps, t)))
  }
}

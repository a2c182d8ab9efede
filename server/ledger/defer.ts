import { sql } from 'kysely'
import type { Tx } from '#server/core/db/database.ts'
import { fromCents, larger, type Micros, micros, minus, plus, smaller, zero } from '#server/core/money.ts'
import type { NewEntry } from './post.ts'
import { creditUsed, type PaidInvoice, type Portion, portionsOf, takeFrom, taxOfRefund } from './rules.ts'

type Lines = NewEntry['lines']

async function savePortions(
  tx: Tx,
  { invoiceId, subscriptionId, userId }: PaidInvoice,
  portions: readonly Portion[],
): Promise<void> {
  const days = portions.map(p => p.days)
  await sql`
    insert into revenue_portions (invoice_id, line, user_id, subscription_id, amount, starts_on, ends_on, next_day)
    select ${invoiceId}, line, ${userId}, ${subscriptionId}, amount, starts_on, ends_on, starts_on
    from unnest(${portions.map(p => String(p.amount))}::bigint[], ${days.map(d => d.from)}::date[],
      ${days.map(d => d.to)}::date[]) with ordinality as p (amount, starts_on, ends_on, line)`.execute(tx)
}

/** The unrecognized part of an invoice's portions, locked until the transaction ends. */
async function lockOwed(tx: Tx, invoiceId: string): Promise<{ id: number; remaining: Micros }[]> {
  const rows = await tx
    .selectFrom('revenue_portions')
    .select(['id', 'remaining'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(r => ({ id: r.id, remaining: micros(r.remaining ?? 0) }))
}

async function addTaken(tx: Tx, taken: readonly { id: number; amount: Micros }[]): Promise<void> {
  await sql`
    update revenue_portions p set taken = p.taken + t.amount
    from unnest(${taken.map(t => t.id)}::bigint[], ${taken.map(t => String(t.amount))}::bigint[]) as t (id, amount)
    where p.id = t.id`.execute(tx)
}

/** An invoice's refunds so far that were not returned, and the tax in them; cents. */
async function refundedSoFar(tx: Tx, invoiceId: string): Promise<{ cents: number; taxCents: number }> {
  const { rows } = await sql<{ cents: number; taxCents: number }>`
    select (coalesce(sum(l.amount) filter (where a.kind in ('clearing', 'reserves')), 0) / 10000)::bigint as cents,
      (coalesce(-sum(l.amount) filter (where a.kind = 'tax_payable'), 0) / 10000)::bigint as "taxCents"
    from ledger_entries e join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
    where e.type in ('subscription_refund', 'refund_failed', 'dispute_lost')
      and e.facts ->> 'invoiceId' = ${invoiceId}`.execute(tx)
  return rows[0] ?? { cents: 0, taxCents: 0 }
}

/**
 * What a refund took from each account: positive, in the order of its lines. Empty for a refund that was not
 * posted.
 */
async function takenByRefund(
  tx: Tx,
  refundId: string,
): Promise<{ kind: 'deferred_revenue' | 'tax_payable' | 'subscription_revenue'; amount: Micros }[]> {
  const rows = await tx
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_lines as l', 'l.entry_id', 'e.id')
    .innerJoin('ledger_accounts as a', 'a.id', 'l.account_id')
    .select(['a.kind', 'l.amount'])
    .where('e.source_event', '=', `refund:${refundId}`)
    .where('a.kind', 'in', ['deferred_revenue', 'tax_payable', 'subscription_revenue'])
    .orderBy('l.amount')
    .execute()
  return rows.map(({ kind, amount }) => ({ kind: kind as 'tax_payable', amount: micros(-amount) }))
}

/** What returned payments have taken from an invoice's portions. */
async function takenFrom(tx: Tx, invoiceId: string): Promise<Micros> {
  const row = await tx
    .selectFrom('revenue_portions')
    .select(eb => eb.fn.sum<string>('taken').as('taken'))
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()
  return micros(row?.taken ?? 0)
}

/**
 * Returns what refunds took to the portions, in reverse order; the first one also gets what other portions
 * can't take.
 */
async function returnTaken(tx: Tx, invoiceId: string, amount: Micros): Promise<void> {
  await sql`
    with given as (
      select id, least(greatest(taken, 0), greatest(0, ${String(amount)}::bigint - coalesce(sum(greatest(taken, 0))
        over (order by id desc rows between unbounded preceding and 1 preceding), 0))) as back
      from revenue_portions where invoice_id = ${invoiceId}
    ), whole as (
      select id, back + case when id = min(id) over () then ${String(amount)}::bigint - sum(back) over () else 0 end as back
      from given
    )
    update revenue_portions p set taken = p.taken - whole.back from whole where p.id = whole.id`.execute(tx)
}

const linesOf = (deferred: Micros, tax: Micros, income: Micros): Lines =>
  [
    { account: { kind: 'deferred_revenue' as const }, amount: deferred },
    { account: { kind: 'tax_payable' as const }, amount: tax },
    { account: { kind: 'subscription_revenue' as const }, amount: income },
  ].filter(line => line.amount !== 0n)

/**
 * The lines of a paid invoice. What a card or credit paid comes from clearing; tax is owed to the state, the
 * rest to the rider until its days have passed.
 */
export function linesOfPayment(invoice: PaidInvoice): Lines {
  const { paidCents, taxCents } = invoice
  const all = paidCents + creditUsed(invoice)
  const clearing: Lines = all === 0 ? [] : [{ account: { kind: 'clearing' }, amount: fromCents(-all) }]
  return [...clearing, ...linesOf(fromCents(all - taxCents), fromCents(taxCents), micros(0))]
}

/** Records what a payment is for. Call it once per invoice, in the transaction that posts it. */
export const defer = (tx: Tx, invoice: PaidInvoice): Promise<void> =>
  savePortions(tx, invoice, portionsOf(invoice))

/**
 * The debit side of a refund: its tax, then unrecognized revenue, then income.
 * @returns the lines, and what to do once they have been posted for the first time
 */
export async function debitsOf(
  tx: Tx,
  invoice: Pick<PaidInvoice, 'invoiceId' | 'paidCents' | 'taxCents'>,
  cents: number,
): Promise<{ lines: Lines; posted: () => Promise<void> }> {
  const tax = fromCents(taxOfRefund(invoice, await refundedSoFar(tx, invoice.invoiceId), cents))
  return takenBy(tx, invoice.invoiceId, micros(fromCents(cents) - tax), tax)
}

/** Takes an amount from an invoice's unrecognized revenue, then from income. */
async function takenBy(tx: Tx, invoiceId: string, net: Micros, tax: Micros) {
  const owed = await lockOwed(tx, invoiceId)
  const taken = takeFrom(
    owed.map(o => o.remaining),
    net,
  )
  const deferred = plus(...taken)
  return {
    lines: linesOf(minus(deferred), minus(tax), micros(deferred - net)),
    posted: () =>
      addTaken(
        tx,
        owed.map(({ id }, i) => ({ id, amount: taken[i] as Micros })),
      ),
  }
}

/**
 * The other side of credit that is taken back because a payment was returned. It goes where the return took
 * more than the rider had bought: to the payment's days, else to income.
 * @param cents below zero: the credit is given again, because the refund failed
 * @returns the lines, and what to do once they have been posted for the first time
 */
export async function creditRecalled(
  tx: Tx,
  invoiceId: string,
  cents: number,
  taxCents: number,
): Promise<{ lines: Lines; posted: () => Promise<void> }> {
  const [net, tax] = [fromCents(cents - taxCents), fromCents(taxCents)]
  if (cents < 0) return takenBy(tx, invoiceId, minus(net), minus(tax))
  await lockOwed(tx, invoiceId)
  const deferred = smaller(net, larger(zero, await takenFrom(tx, invoiceId)))
  return {
    lines: linesOf(deferred, tax, micros(net - deferred)),
    posted: () => returnTaken(tx, invoiceId, deferred),
  }
}

/**
 * The credit side of a returned refund: exactly what it took, back to the original accounts. Amounts for days
 * are spread over the remaining days; if none remain, they become income at the end of the day.
 * @returns the lines, and what to do once they have been posted for the first time
 */
export async function returnedBy(
  tx: Tx,
  invoiceId: string,
  refundId: string,
): Promise<{ lines: Lines; posted: () => Promise<void> }> {
  await lockOwed(tx, invoiceId)
  const taken = await takenByRefund(tx, refundId)
  const deferred = taken.find(({ kind }) => kind === 'deferred_revenue')?.amount
  return {
    lines: taken.map(({ kind, amount }) => ({ account: { kind }, amount })),
    posted: async () => {
      if (deferred) await returnTaken(tx, invoiceId, deferred)
    },
  }
}

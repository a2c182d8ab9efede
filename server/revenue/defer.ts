import type { Tx } from '#server/core/db/database.ts'
import { fromCents, larger, type Micros, micros, minus, plus, smaller, zero } from '#server/core/money.ts'
import type { NewEntry } from '#server/ledger/index.ts'
import { creditUsed, type PaidInvoice, portionsOf, takeFrom, taxOfRefund } from './rules.ts'
import {
  addTaken,
  lockOwed,
  refundedSoFar,
  returnTaken,
  savePortions,
  takenByRefund,
  takenFrom,
} from './store.ts'

type Lines = NewEntry['lines']

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

/** A paid invoice, as far as it decides about credit. Amounts in cents. */
export interface Bill {
  id: string
  subscriptionId: string | null
  at: Date
  /** the time its plan covers; null: it names no plan */
  covers: { from: Date; to: Date } | null
  /** paid by card, with tax */
  card: number
  /** of it, refunded or lost in a dispute */
  returned: number
  tax: number
}

/** A change of a customer's balance, in Stripe's order. */
export interface CreditMovement {
  /** above zero: owed to the rider */
  cents: number
  /** the invoice that left or used it */
  invoiceId: string | null
  /** the returned payment that took it back, or got it again */
  recalledFor: string | null
}

/** Credit to take back for a returned payment; below zero: to give again. */
export interface Recall {
  invoiceId: string
  cents: number
  tax: number
}

/** One amount of credit, and what is left of it. */
interface Lot {
  /** null: nobody paid for it, such as a present by staff */
  invoice: Bill | null
  cents: number
  left: number
  /** taken back for returned payments */
  recalled: number
}
/** A part of a recall; without a lot, it took more than there was, because that was used at the same moment. */
interface Part {
  lot: Lot | null
  cents: number
}

const isCovered = (bill: Bill, at: Date): boolean =>
  bill.covers !== null && bill.covers.from <= at && at < bill.covers.to
/** The tax in the part of a lot between two amounts; however it is divided, a whole lot has exactly its tax. */
function taxOf({ invoice, cents }: Lot, from: number, to: number): number {
  const upTo = (part: number) => (invoice ? Math.round((-invoice.tax * part) / cents) : 0)
  return upTo(to) - upTo(from)
}
const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { cents }) => sum + cents, 0)

/**
 * Follows a rider's money from their payments into plans and credit. Credit is used in the order in which it
 * came.
 * @param bills paid invoices, oldest first
 */
export function followCredit(bills: readonly Bill[], movements: readonly CreditMovement[]) {
  const byId = new Map(bills.map(bill => [bill.id, bill]))
  const lots: Lot[] = []
  const uses = new Map<string, Part[]>()
  /** More was taken than there was; the next credit pays for it. */
  let owed = 0

  /** Invoices of the same plan that were paid before and cover the same time, newest first. */
  const before = (bill: Bill): Bill[] =>
    bills
      .slice(0, bills.indexOf(bill))
      .filter(one => one.subscriptionId === bill.subscriptionId && isCovered(one, bill.at))
      .reverse()
  /** The card payments behind it. */
  const paymentsOf = (bill: Bill, seen = new Set<string>()): Set<string> => {
    if (seen.has(bill.id)) return new Set()
    seen.add(bill.id)
    const credit = (uses.get(bill.id) ?? []).flatMap(({ lot }) => (lot?.invoice ? [lot.invoice] : []))
    const found = new Set(bill.card > 0 ? [bill.id] : [])
    for (const one of [...credit, ...before(bill)]) for (const id of paymentsOf(one, seen)) found.add(id)
    return found
  }

  /** Takes from lots in order. @returns what was taken from each */
  const take = (from: readonly Lot[], cents: number): Part[] => {
    let rest = cents
    const taken = from.map((lot): Part => {
      const part = Math.min(lot.left, rest)
      lot.left -= part
      rest -= part
      return { lot, cents: part }
    })
    owed += rest
    return [...taken, { lot: null, cents: rest }].filter(part => part.cents > 0)
  }
  const lotsOf = (payment: string) =>
    lots.filter(({ invoice }) => invoice && paymentsOf(invoice).has(payment)).reverse()
  const recalled = new Map<string, Part[]>()
  const recall = (payment: string, cents: number) => {
    const parts = take(lotsOf(payment), cents)
    for (const { lot, cents: part } of parts) if (lot) lot.recalled += part
    recalled.set(payment, [...(recalled.get(payment) ?? []), ...parts])
  }
  const giveAgain = (payment: string, cents: number) => {
    let rest = cents
    for (const part of (recalled.get(payment) ?? []).toReversed()) {
      const back = Math.min(part.cents, rest)
      part.cents -= back
      rest -= back
      if (!part.lot) owed = Math.max(0, owed - back)
      else {
        part.lot.left += back
        part.lot.recalled -= back
      }
    }
  }
  const add = (invoiceId: string | null, cents: number) => {
    const paid = Math.min(owed, cents)
    owed -= paid
    lots.push({ invoice: byId.get(invoiceId ?? '') ?? null, cents, left: cents - paid, recalled: 0 })
  }
  for (const { cents, invoiceId, recalledFor } of movements) {
    const used = uses.get(invoiceId ?? '')
    if (recalledFor !== null) cents < 0 ? recall(recalledFor, -cents) : giveAgain(recalledFor, cents)
    else if (cents < 0) uses.set(invoiceId ?? '', [...(used ?? []), ...take(lots, -cents)])
    else if (invoiceId !== null && used) {
      // The invoice that used it is void.
      for (const { lot, cents: part } of used) if (lot) lot.left += part
      uses.delete(invoiceId)
    } else add(invoiceId, cents)
  }

  /** Nothing that paid an invoice is left; or a credit that paid a part of it came from such an invoice. */
  const unpaid = new Map<string, boolean>()
  const isUnpaid = (bill: Bill): boolean => {
    if (unpaid.has(bill.id)) return unpaid.get(bill.id) === true
    unpaid.set(bill.id, false)
    const used = uses.get(bill.id) ?? []
    const [earlier] = before(bill)
    const gone: boolean =
      used.some(({ lot }) => lot?.invoice && isUnpaid(lot.invoice)) ||
      (bill.card > 0
        ? bill.returned >= bill.card
        : used.length === 0 && earlier !== undefined && isUnpaid(earlier))
    unpaid.set(bill.id, gone)
    return gone
  }

  /** The next credit to move because a payment was returned; null: everything is settled. */
  const next = (): Recall | null => {
    for (const bill of bills.filter(({ card }) => card > 0)) {
      const parts = recalled.get(bill.id) ?? []
      const excess = Math.max(sumOf(parts.filter(({ lot }) => !lot)), sumOf(parts) - bill.returned)
      const due = { invoiceId: bill.id, cents: 0, tax: 0 }
      if (excess > 0) {
        for (const { lot, cents } of parts.toReversed()) {
          const back = Math.min(cents, excess + due.cents)
          due.cents -= back
          if (lot) due.tax += taxOf(lot, lot.recalled, lot.recalled - back)
        }
        return due
      }
      for (const lot of lotsOf(bill.id)) {
        const part = Math.min(lot.left, bill.returned - sumOf(parts) - due.cents)
        due.cents += part
        due.tax += taxOf(lot, lot.recalled, lot.recalled + part)
      }
      if (due.cents > 0) return due
    }
    return null
  }
  return {
    unpaid: new Set(bills.filter(isUnpaid).map(({ id }) => id)),
    next: next(),
    paymentsOf: (id: string): ReadonlySet<string> => {
      const bill = byId.get(id)
      return bill ? paymentsOf(bill) : new Set()
    },
  }
}

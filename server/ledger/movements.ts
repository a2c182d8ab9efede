import type { Tx } from '#server/core/db/database.ts'
import { fromCents, minus, zero } from '#server/core/money.ts'
import type { Stripe } from '#server/core/stripe.ts'
import type { Deps } from '#server/deps.ts'
import { type Line, post } from './post.ts'
import type { EntryType } from './types.ts'

/**
 * One of Stripe's balance transactions, in US cents:
 * https://docs.stripe.com/reports/balance-transaction-types
 */
export interface Movement {
  /** Stripe's type: 'charge', 'transfer', 'adjustment' … */
  type: string
  /** Stripe's reporting category: 'dispute', 'dispute_reversal' … */
  category?: string | undefined
  /** id of the charge, transfer, dispute … that caused it; its own id when there is none */
  source: string
  /** negative for money leaving the balance */
  amount: number
  fee: number
  /** of the balance transaction, if available */
  id?: string | undefined
}

/** A balance transaction as a ledger movement. */
export function movementOf(t: Stripe.BalanceTransaction): Movement {
  const source = typeof t.source === 'string' ? t.source : (t.source?.id ?? t.id)
  return { type: t.type, category: t.reporting_category, source, amount: t.amount, fee: t.fee, id: t.id }
}

type Counter = 'clearing' | 'paid_out' | 'bank' | 'reserves' | 'processing_fees'
interface Kind {
  entry: EntryType
  /** the other side of stripe_balance */
  counter: Counter
}

const charge: Kind = { entry: 'charge_settled', counter: 'clearing' }
const refund: Kind = { entry: 'refund_settled', counter: 'clearing' }
const bank: Kind = { entry: 'bank_movement', counter: 'bank' }
const sent: Kind = { entry: 'transfer_settled', counter: 'paid_out' }
const returned: Kind = { entry: 'transfer_returned', counter: 'paid_out' }
const kept: Kind = { entry: 'stripe_adjustment', counter: 'processing_fees' }
const kinds: Record<string, Kind> = {
  charge,
  payment: charge,
  refund,
  payment_refund: refund,
  refund_failure: refund,
  payment_failure_refund: refund,
  transfer: sent,
  transfer_refund: returned,
  transfer_cancel: returned,
  transfer_failure: returned,
  topup: bank,
  topup_reversal: bank,
  payout: bank,
  payout_cancel: bank,
  payout_failure: bank,
  stripe_fee: kept,
  tax_fee: kept,
}
const withdrawn: Kind = { entry: 'dispute_withdrawn', counter: 'reserves' }
const reinstated: Kind = { entry: 'dispute_reinstated', counter: 'reserves' }

/**
 * The entry type for a movement, and where the money came from or went. Unknown movements wait in clearing.
 */
export function kindOf({ type, category, amount }: Pick<Movement, 'type' | 'category' | 'amount'>): Kind {
  if (category === 'dispute' || category === 'dispute_reversal') return amount < 0 ? withdrawn : reinstated
  return kinds[type] ?? { entry: 'stripe_adjustment', counter: 'clearing' }
}

/** Each movement of these types has its own source; for other types, several share one. */
const oneForEach = new Set(['charge', 'payment', 'refund', 'payment_refund', 'transfer', 'transfer_refund'])

/** The business key of a movement: the same for its event and for Stripe's list. */
export function keyOf({ type, source, id }: Pick<Movement, 'type' | 'source' | 'id'>): string {
  // A card fee posted before stripe_balance existed is not posted again.
  if (type === 'charge' || type === 'payment') return `card_fee:${source}`
  return `stripe:${oneForEach.has(type) || !id ? source : id}`
}

/**
 * Posts a movement's effect on the Stripe balance, once.
 * @param facts further facts for the entry
 */
export async function postMovement(
  tx: Tx,
  movement: Movement,
  { now, userId, ...facts }: { now: Date; userId?: string | undefined; [fact: string]: unknown },
): Promise<void> {
  const { entry, counter } = kindOf(movement)
  const sourceEvent = keyOf(movement)
  const [amount, fee] = [fromCents(movement.amount), fromCents(movement.fee)]
  const about = {
    userId,
    facts: {
      ...facts,
      stripeType: movement.type,
      source: movement.source,
      ...(movement.id ? { balanceTransaction: movement.id } : {}),
    },
    occurredAt: now,
  }
  // A dispute's fee is a separate entry; a payment's fee belongs to the payment.
  const apart = entry === 'dispute_withdrawn' || entry === 'dispute_reinstated'
  const moved = apart ? amount : fromCents(movement.amount - movement.fee)
  const lines = (all: Line[]) => all.filter(line => line.amount !== zero)
  const entries = [
    {
      ...about,
      sourceEvent,
      type: entry,
      lines: lines([
        { account: { kind: counter }, amount },
        ...(apart ? [] : [{ account: { kind: 'processing_fees' as const }, amount: minus(fee) }]),
        { account: { kind: 'stripe_balance' as const }, amount: minus(moved) },
      ]),
    },
    {
      ...about,
      sourceEvent: `${sourceEvent}:fee`,
      type: 'dispute_fee' as const,
      lines: apart
        ? lines([
            { account: { kind: 'processing_fees' }, amount: minus(fee) },
            { account: { kind: 'stripe_balance' }, amount: fee },
          ])
        : [],
    },
  ]
  // The ledger has no zero lines.
  await post(
    tx,
    entries.filter(e => e.lines.length > 0),
  )
}

type MovementDeps = Pick<Deps, 'db' | 'stripe' | 'clock'>

/** Posts a balance transaction; those in other currencies are left to a person. */
export async function postTransaction(
  { db, clock }: MovementDeps,
  t: Stripe.BalanceTransaction,
): Promise<void> {
  if (t.currency !== 'usd') return
  await db.transaction().execute(tx => postMovement(tx, movementOf(t), { now: clock.now() }))
}

/** Posts the balance effect of a top-up, or of a payout to our bank; a failed one twice: out and back. */
export async function postSource(deps: MovementDeps, source: string): Promise<void> {
  if (!deps.stripe) throw new Error('This server has no account at Stripe')
  for await (const t of deps.stripe.client.balanceTransactions.list({ source, limit: 100 }))
    await postTransaction(deps, t)
}

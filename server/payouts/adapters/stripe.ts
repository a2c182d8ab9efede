import { Stripe } from 'stripe'
import type { PayoutActor } from '#contract/money/payouts.ts'
import { sentences as standings } from '#sentences/payouts.ts'
import type { Sentence } from '#server/core/sentences.ts'

/** One attempt to send a payout; its key is never used for anything else. */
export interface PayoutOrder {
  payoutId: string
  userId: string
  /** numbers the keys: a new one only after the last is known to have sent nothing */
  attempt: number
  netCents: number
  destination: string
}

export type SendResult =
  /** it was sent, with the provider's reference */
  | { kind: 'sent'; reference: string }
  /** it was refused and nothing was sent; who has to act */
  | { kind: 'refused'; code: string; message: Sentence; actor: PayoutActor }
  /** the platform's balance is too low: nothing was sent, and it waits for money */
  | { kind: 'unfunded' }
  /** our own key was refused: nothing was sent, and no one can be paid */
  | { kind: 'stopped'; message: string }
  /** the outcome is unknown; `burnt`: the provider stores this answer for the key and repeats it for a day */
  | { kind: 'unknown'; message: string; burnt: boolean }

/** The platform's balance at the provider, cents. */
export interface PlatformBalance {
  availableCents: number
  /** from card payments, available within days */
  pendingCents: number
}

/** The provider refused our own key. */
export class CredentialsRefused extends Error {
  override name = 'CredentialsRefused'
}

/** Sends the money. */
export interface PayoutPort {
  send(order: PayoutOrder): Promise<SendResult>
  /**
   * The payout at the provider, whichever key sent it; null: nothing was sent.
   * @throws CredentialsRefused, or any error that prevents the lookup
   */
  find(payoutId: string): Promise<{ reference: string } | null>
}

/** Groups everything about one payout for the lookup (https://docs.stripe.com/api/transfers/list). */
const groupOf = (payoutId: string) => `payout:${payoutId}`

const isRefusedKey = ({ statusCode }: { statusCode?: number | undefined }): boolean =>
  statusCode === 401 || statusCode === 403

/** Timeout of one attempt in milliseconds, and the number of retries. */
type Patience = Pick<Stripe.RequestOptions, 'timeout' | 'maxNetworkRetries'>

/** @throws CredentialsRefused when Stripe refuses our key, otherwise the original error */
async function withKey<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && isRefusedKey(error))
      throw new CredentialsRefused(error.message, { cause: error })
    throw error
  }
}

/**
 * The platform's balance at Stripe, of what is in dollars.
 * @param patience how long to wait for it; defaults to the client's own
 * @throws CredentialsRefused
 */
export async function balanceAtStripe(client: Stripe, patience: Patience = {}): Promise<PlatformBalance> {
  const { available, pending } = await withKey(client.balance.retrieve({}, patience))
  const cents = (parts: Stripe.Balance.Available[]) =>
    parts.filter(part => part.currency === 'usd').reduce((sum, part) => sum + part.amount, 0)
  return { availableCents: cents(available), pendingCents: cents(pending) }
}

/** What a transfer error means for the money. */
export function judge(error: unknown): SendResult {
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const unknown = (burnt: boolean): SendResult => ({ kind: 'unknown', message: error.message, burnt })
  if (error.code === 'insufficient_capabilities_for_transfer' || error.code === 'account_closed')
    return {
      kind: 'refused',
      code: error.code,
      message: standings.stripeNeedsMore,
      actor: 'creator',
    }
  if (error.code === 'balance_insufficient') return { kind: 'unfunded' }
  if (isRefusedKey(error)) return { kind: 'stopped', message: error.message }
  // Another request with this key is in progress, or too many at once: nothing was decided.
  if (error.statusCode === 409 || error.statusCode === 429) return unknown(false)
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return {
      kind: 'refused',
      code: error.code ?? error.type,
      message: standings.refusedByStripe,
      actor: 'staff',
    }
  // A 500 is stored for its key and repeated for a day (https://docs.stripe.com/api/idempotent_requests); the
  // outcome is unknown. Without an answer, the request may still be processed.
  return unknown((error.statusCode ?? 0) >= 500)
}

/** Pays by transfers to the creator's own Stripe account, which pays out to the bank. */
export function stripePayouts(client: Stripe): PayoutPort {
  return {
    async send({ payoutId, userId, attempt, netCents, destination }) {
      try {
        const transfer = await client.transfers.create(
          {
            amount: netCents,
            currency: 'usd',
            destination,
            transfer_group: groupOf(payoutId),
            metadata: { payoutId, userId },
          },
          // The state machine decides about retries, after a lookup.
          { idempotencyKey: `payout:${payoutId}:${attempt}`, maxNetworkRetries: 0 },
        )
        return { kind: 'sent', reference: transfer.id }
      } catch (error) {
        return judge(error)
      }
    },
    async find(payoutId) {
      const { data } = await withKey(client.transfers.list({ transfer_group: groupOf(payoutId), limit: 2 }))
      const [transfer] = data
      return transfer ? { reference: transfer.id } : null
    },
  }
}

import { Stripe } from 'stripe'
import { sentences as standings } from '#sentences/payouts.ts'
import { CredentialsRefused, type FundsPort, type PayoutPort, type SendResult } from '../ports.ts'

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
 * The platform's Stripe balance in dollars. @param patience how long to wait for it; defaults to the client's
 * own
 */
export const stripeFunds = (client: Stripe, patience: Patience = {}): FundsPort => ({
  async balance() {
    const { available, pending } = await withKey(client.balance.retrieve({}, patience))
    const cents = (parts: Stripe.Balance.Available[]) =>
      parts.filter(part => part.currency === 'usd').reduce((sum, part) => sum + part.amount, 0)
    return { availableCents: cents(available), pendingCents: cents(pending) }
  },
})

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

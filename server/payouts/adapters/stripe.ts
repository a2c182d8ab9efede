import { Stripe } from 'stripe'
import { CredentialsRefused, type FundsPort, type PayoutPort, type SendResult } from '../ports.ts'

/** Everything that belongs to one payout, for the look-up (https://docs.stripe.com/api/transfers/list). */
const groupOf = (payoutId: string) => `payout:${payoutId}`

const isRefusedKey = ({ statusCode }: { statusCode?: number | undefined }): boolean =>
  statusCode === 401 || statusCode === 403

/** How long one attempt may take, in milliseconds, and how often it is made again. */
type Patience = Pick<Stripe.RequestOptions, 'timeout' | 'maxNetworkRetries'>

/** @throws CredentialsRefused where Stripe refuses our key, else what it throws */
async function withKey<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && isRefusedKey(error))
      throw new CredentialsRefused(error.message, { cause: error })
    throw error
  }
}

/** What the platform has at Stripe in dollars. @param patience how long to wait for it; the client's own */
export const stripeFunds = (client: Stripe, patience: Patience = {}): FundsPort => ({
  async balance() {
    const { available, pending } = await withKey(client.balance.retrieve({}, patience))
    const cents = (parts: Stripe.Balance.Available[]) =>
      parts.filter(part => part.currency === 'usd').reduce((sum, part) => sum + part.amount, 0)
    return { availableCents: cents(available), pendingCents: cents(pending) }
  },
})

/** What an error of a transfer means for the money. */
export function judge(error: unknown): SendResult {
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const unknown = (burnt: boolean): SendResult => ({ kind: 'unknown', message: error.message, burnt })
  if (error.code === 'insufficient_capabilities_for_transfer' || error.code === 'account_closed')
    return {
      kind: 'refused',
      code: error.code,
      message: 'Stripe does not pay to your account yet: it still needs something from you.',
      actor: 'creator',
    }
  if (error.code === 'balance_insufficient') return { kind: 'unfunded' }
  if (isRefusedKey(error)) return { kind: 'stopped', message: error.message }
  // Another request with this key is going, or too many at once: nothing was decided.
  if (error.statusCode === 409 || error.statusCode === 429) return unknown(false)
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return {
      kind: 'refused',
      code: error.code ?? error.type,
      message: 'Stripe refused the payout.',
      actor: 'staff',
    }
  // A 500 is kept for its key and given again for a day (https://docs.stripe.com/api/idempotent_requests); what was
  // done is open. Without an answer the key may still do it.
  return unknown((error.statusCode ?? 0) >= 500)
}

/** Pays by transfers to the creator's own account at Stripe, which pays on to the bank. */
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
          // Repeats are decided by the state machine, after a look-up.
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

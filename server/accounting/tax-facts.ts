import { Stripe as StripeApi } from 'stripe'
import type { TinState } from '#contract/money/tax-forms.ts'
import type { Stripe } from '#server/core/stripe.ts'
import type { Deps } from '#server/deps.ts'
import { payeesToLookUp, saveTaxFacts, type TaxFacts } from './tax-store.ts'

const freshDays = 7
const atOnce = 200
const dayMs = 86_400_000

/** Whether an account has a taxpayer number. Its last four digits are not enough for a form. */
export function tinOf(types: readonly string[]): Exclude<TinState, 'unknown'> {
  if (types.some(type => !type.endsWith('_last_4'))) return 'provided'
  return types.length ? 'last_digits' : 'missing'
}

/** The name on a tax form: a company's, else the person's. */
const legalNameOf = ({
  individual,
  business_details: company,
}: NonNullable<Stripe.V2.Core.Account['identity']>) =>
  company?.registered_name || [individual?.given_name, individual?.surname].filter(Boolean).join(' ') || null

/** The address on a tax form, on one line. */
function legalAddressOf({
  individual,
  business_details: company,
}: NonNullable<Stripe.V2.Core.Account['identity']>): string | null {
  const at = company?.registered_name ? company.address : individual?.address
  if (!at) return null
  const region = [at.state, at.postal_code].filter(Boolean).join(' ')
  const parts = [at.line1, at.line2, at.city, region, at.country?.toUpperCase()]
  return parts.filter(Boolean).join(', ') || null
}

async function lookUp(client: Stripe, accountId: string): Promise<TaxFacts> {
  const { identity } = await client.v2.core.accounts.retrieve(accountId, { include: ['identity'] })
  const numbers = [
    ...(identity?.individual?.id_numbers ?? []),
    ...(identity?.business_details?.id_numbers ?? []),
  ]
  return {
    country: identity?.country?.toUpperCase() ?? null,
    entityType: identity?.entity_type ?? null,
    legalName: identity ? legalNameOf(identity) : null,
    legalAddress: identity ? legalAddressOf(identity) : null,
    tin: tinOf(numbers.map(({ type }) => type)),
  }
}

/**
 * Asks Stripe for the legal name and address, country and taxpayer number status of people who were paid, once a week each. Stripe
 * never returns the number itself. One account that Stripe doesn't answer for stops none of the others.
 */
export async function lookUpPayees({
  db,
  clock,
  log,
  stripe,
}: Pick<Deps, 'db' | 'clock' | 'log' | 'stripe'>) {
  if (!stripe) return
  const now = clock.now()
  const due = await payeesToLookUp(db, new Date(now.getTime() - freshDays * dayMs), atOnce)
  for (const { user_id, account_id } of due)
    try {
      await saveTaxFacts(
        db,
        { userId: user_id, accountId: account_id },
        await lookUp(stripe.client, account_id),
        now,
      )
    } catch (error) {
      if (!(error instanceof StripeApi.errors.StripeError)) throw error
      log.warn({ err: error, accountId: account_id }, "a payee's tax facts could not be looked up")
    }
}

import { queryOptions } from '@tanstack/react-query'
import type { PlansAnswer } from '#contract/money/subscriptions.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { loadScript } from '../../lib/load-script.ts'

type Source = Pick<PlansAnswer, 'publishableKey' | 'scriptUrl'>

async function load({ publishableKey, scriptUrl }: Source) {
  if (!publishableKey) throw new Error('Payments are not set up on this server')
  if (scriptUrl) {
    if (!window.Stripe) await loadScript(scriptUrl)
    if (!window.Stripe) throw new Error(`${scriptUrl} brought no Stripe`)
    return window.Stripe(publishableKey)
  }
  const { loadStripe } = await import('@stripe/stripe-js')
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js brought no Stripe')
  return stripe
}

/** Stripe for this page: its own script, or the one this server names. Loaded when a card form opens. */
export const stripeQuery = (source: Source) =>
  queryOptions({
    queryKey: ['stripe', source.publishableKey] as const,
    queryFn: () => load(source),
    // It is an object with functions, not data.
    structuralSharing: false,
  })

/** The provider's refusal of a payment, as a sentence for people. */
export class PaymentRefused extends Error {}

/** Lets the card's owner confirm a payment at their bank. @throws PaymentRefused */
export async function confirmAtBank(source: Source, clientSecret: string): Promise<void> {
  const stripe = await queryClient().fetchQuery(stripeQuery(source))
  const { error } = await stripe.handleNextAction({ clientSecret })
  if (error) throw new PaymentRefused(error.message)
}

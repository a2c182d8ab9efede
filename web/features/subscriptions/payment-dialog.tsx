import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, StripeElementsOptions } from '@stripe/stripe-js'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { BillingAddress, PlanPreview, PlansAnswer } from '#contract/money/subscriptions.ts'
import { texts as accounts } from '#texts/features/accounts.ts'
import { texts } from '#texts/features/subscriptions.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatMoney } from '../../lib/format.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-buttons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ConfirmAddress } from '../accounts/confirm-address.tsx'
import { PricedAddress } from './billing-address.tsx'
import { refreshPlan, untilPlan } from './calls.ts'
import { PaymentRefused, stripeQuery } from './load-stripe.ts'

const { payment: words, toasts } = texts
const { confirm } = accounts

/** What is paid: a new plan, or the open invoice of one that couldn't renew. */
export type Purchase =
  | { kind: 'plan'; priceId: string; name: string; price: number }
  | { kind: 'invoice'; clientSecret: string }

interface DialogProps {
  purchase: Purchase
  plans: PlansAnswer
  onClose: () => void
}

/** A card form in a dialog. The input goes only to the provider. */
export default function PaymentDialog({ purchase, plans, onClose }: DialogProps) {
  const unconfirmed = !useUser().emailVerified && purchase.kind === 'plan'
  return (
    <Dialog
      open
      onClose={onClose}
      title={purchase.kind === 'plan' ? words.title({ name: purchase.name }) : words.payTitle}
    >
      {purchase.kind === 'plan' && (
        <p className="figure text-[2rem] leading-none">
          {(plans.addsTax ? words.beforeTax : words.price)({ price: formatMoney(purchase.price) })}
        </p>
      )}
      <p className="mt-1.5 mb-5 text-muted text-sm">
        {purchase.kind === 'plan' ? words.note : words.payNote}
      </p>
      {unconfirmed ? (
        <Alert tone="warning" title={confirm.title}>
          {confirm.plan}
          <ConfirmAddress />
        </Alert>
      ) : (
        <CardForm purchase={purchase} plans={plans} onClose={onClose} />
      )}
    </Dialog>
  )
}

function CardForm({ purchase, plans, onClose }: DialogProps) {
  const options = useMemo<StripeElementsOptions>(
    () => ({
      appearance: appearance(),
      ...(purchase.kind === 'plan'
        ? { mode: 'subscription', amount: Math.round(purchase.price * 100), currency: 'usd' }
        : { clientSecret: purchase.clientSecret }),
    }),
    [purchase],
  )
  return (
    <Loaded
      query={useQuery(stripeQuery(plans))}
      skeleton={
        <div className="grid h-60 place-items-center">
          <Spinner label={words.loading} />
        </div>
      }
      failed={words.notLoaded}
      lateError="instead"
    >
      {stripe => (
        <Elements stripe={stripe} options={options}>
          <Form purchase={purchase} addsTax={plans.addsTax} onClose={onClose} />
        </Elements>
      )}
    </Loaded>
  )
}

function Form({ purchase, addsTax, onClose }: { purchase: Purchase; addsTax: boolean; onClose: () => void }) {
  const [priced, setPriced] = useState<{ address: BillingAddress; preview: PlanPreview } | null>(null)
  const asksAddress = addsTax && purchase.kind === 'plan'
  const stripe = useStripe()
  const elements = useElements()
  const [ready, setReady] = useState(false)
  const total = priced?.preview.total
  useEffect(() => {
    // Wallets show the amount before payment.
    if (total) elements?.update({ amount: Math.round(total * 100) })
  }, [elements, total])
  const pay = useAction({
    mutationFn: async () => {
      if (!stripe || !elements) throw new Error('The payment form is not there yet')
      const checked = await elements.submit()
      if (checked.error) throw new PaymentRefused(checked.error.message)
      const begun =
        purchase.kind === 'plan'
          ? await call('createSubscription', {
              body: { priceId: purchase.priceId, ...(priced && { address: priced.address }) },
            })
          : null
      const order = {
        elements,
        ...(begun ? { clientSecret: begun.clientSecret } : {}),
        confirmParams: { return_url: `${window.location.origin}/premium` },
        redirect: 'if_required' as const,
      }
      const confirm =
        begun?.intent === 'setup'
          ? () => stripe.confirmSetup(order as Parameters<typeof stripe.confirmSetup>[0] & typeof order)
          : () => stripe.confirmPayment(order as Parameters<typeof stripe.confirmPayment>[0] & typeof order)
      const { error } = await confirm()
      if (error) throw new PaymentRefused(error.message)
      const arrived = await untilPlan(({ isPremium, status }) => isPremium && status !== 'past_due')
      await refreshPlan()
      return arrived
    },
    onDone: onClose,
    done: arrived => (!arrived ? toasts.taken : purchase.kind === 'plan' ? toasts.activated : toasts.paid),
    failed: error =>
      error instanceof PaymentRefused
        ? { ...toasts.refused, description: error.message || words.noReason }
        : toasts.failed,
  })
  const why =
    pay.error instanceof PaymentRefused ? pay.error.message || words.noReason : sentenceOf(pay.error, '')
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        pay.mutate()
      }}
    >
      {asksAddress && <PricedAddress priceId={purchase.priceId} onPriced={setPriced} />}
      <div className="min-h-36">
        <PaymentElement onReady={() => setReady(true)} />
      </div>
      <p className="mt-4 text-muted text-sm">{words.secure}</p>
      {why && <p className="mt-4 font-semibold text-danger text-sm">{why}</p>}
      <DialogActions>
        <Button
          type="submit"
          disabled={!stripe || !elements || !ready || (asksAddress && !priced)}
          busy={pay.isPending}
          className="max-sm:flex-1"
        >
          {pay.isPending ? words.subscribing : purchase.kind === 'plan' ? words.subscribe : words.pay}
        </Button>
        <Button variant="outline" disabled={pay.isPending} className="max-sm:flex-1" onClick={onClose}>
          {words.cancel}
        </Button>
      </DialogActions>
    </form>
  )
}

/** The current value of one of the page's colors, light or dark, for a frame that can't read the page's variables. */
function color(name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(--${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Stripe's form in our design. */
const appearance = (): Appearance => ({
  theme: 'flat',
  variables: {
    colorPrimary: color('accent'),
    colorBackground: color('surface'),
    colorText: color('ink'),
    colorTextSecondary: color('muted'),
    colorDanger: color('danger'),
    borderRadius: '8px',
    fontFamily: 'Inter, system-ui, sans-serif',
  },
  rules: { '.Input': { border: `1px solid ${color('line-strong')}` } },
})

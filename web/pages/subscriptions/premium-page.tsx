import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { PlansAnswer, SubscriptionStatus } from '#contract/money/subscriptions.ts'
import { texts } from '#texts/features/subscriptions.ts'
import { Billing } from '../../features/subscriptions/billing.tsx'
import { plansQuery, refreshPlan, untilPlan } from '../../features/subscriptions/calls.ts'
import type { Purchase } from '../../features/subscriptions/payment-dialog.tsx'
import { PlanCard } from '../../features/subscriptions/plan-card.tsx'
import { PlanStatus } from '../../features/subscriptions/plan-status.tsx'
import { isGoing } from '../../features/subscriptions/rules.ts'
import { subscriptionStatusQuery } from '../../features/subscriptions/status.ts'
import { toastFailure } from '../../lib/calls/failure.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { Alert } from '../../ui/alert.tsx'
import { Section } from '../../ui/card.tsx'
import { ContactLink } from '../../ui/contact-link.tsx'
import { Contours } from '../../ui/contours/contours.tsx'
import { Loaded, together } from '../../ui/loaded.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { dialogPart } from '../../ui/part/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

// The provider's code loads with the card form, not before.
const PaymentDialog = dialogPart(() => import('../../features/subscriptions/payment-dialog.tsx'))
const ChangeDialog = dialogPart(() => import('../../features/subscriptions/change-dialog.tsx'))

/** The plans, the person's own plan, its invoices, and common questions. */
export default function PremiumPage() {
  const plans = useQuery(plansQuery)
  const status = useQuery(subscriptionStatusQuery)
  useReturnFromProvider()
  return (
    <div className="relative isolate">
      <Contours seed={77} rows={16} className="mask-b-from-40% -z-10 h-60" />
      <div className="page py-7 sm:py-10">
        <PageTitle title={texts.title} />
        <p className="mt-2 max-w-prose text-muted">{texts.lead}</p>
        <div className="mt-6 space-y-4">
          <Loaded
            query={together(plans, status)}
            skeleton={<Skeleton className="h-96" />}
            failed={texts.plansFailed}
            lateError="instead"
          >
            {([offered, current]) => <Plans plans={offered} status={current} />}
          </Loaded>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {status.data && <Billing status={status.data} />}
            <Faq />
          </div>
        </div>
      </div>
    </div>
  )
}

function Plans({ plans, status }: { plans: PlansAnswer; status: SubscriptionStatus }) {
  const [purchase, setPurchase] = useState<Purchase | null>(null)
  const [change, setChange] = useState<{ priceId: string; name: string } | null>(null)
  const going = isGoing(status)
  // A paused plan is still theirs, although it has no effect now.
  const own = status.pausedTier ?? status.tier
  const current = plans.plans.find(plan => plan.tier === own)
  const actionOf = ({ tier, name, price, priceId, badge }: PlansAnswer['plans'][number]) => {
    if (!priceId || tier === status.tier || status.pausedFor) return null
    return {
      label: going ? texts.change({ name }) : texts.upgrade({ name }),
      filled: badge !== null || going,
      onPress: () =>
        going ? setChange({ priceId, name }) : setPurchase({ kind: 'plan', priceId, name, price }),
    }
  }
  return (
    <>
      {!plans.publishableKey && (
        <Alert tone="warning" title={texts.notSetUp}>
          {texts.notSetUpText}
        </Alert>
      )}
      {going && current && (
        <PlanStatus
          status={status}
          plans={plans.plans}
          plan={current}
          onPay={clientSecret => setPurchase({ kind: 'invoice', clientSecret })}
          onChange={setChange}
        />
      )}
      <h2 className="sr-only">{texts.plans}</h2>
      <div className="grid gap-4 lg:grid-cols-3">
        {plans.plans.map(plan => (
          <PlanCard
            key={plan.tier}
            plan={plan}
            standing={plan.tier !== own ? null : status.pausedTier ? 'paused' : 'current'}
            addsTax={plans.addsTax}
            action={actionOf(plan)}
          />
        ))}
      </div>
      <Suspense>
        {purchase && <PaymentDialog purchase={purchase} plans={plans} onClose={() => setPurchase(null)} />}
        {change && <ChangeDialog {...change} plans={plans} onClose={() => setChange(null)} />}
      </Suspense>
    </>
  )
}

/** Some payment methods redirect; the address then holds the result. */
function useReturnFromProvider(): void {
  const [search, setSearch] = useSearchParams()
  const outcome = search.get('redirect_status')
  useEffect(() => {
    if (!outcome) return
    setSearch({}, { replace: true })
    if (outcome === 'failed')
      return toastError({ ...texts.toasts.refused, description: texts.payment.noReason })
    void untilPlan(({ isPremium }) => isPremium)
      .then(async arrived => {
        await refreshPlan()
        toast(arrived ? texts.toasts.activated : texts.toasts.taken)
      })
      .catch(error => toastFailure(error, texts.toasts.failed))
  }, [outcome, setSearch])
}

const Faq = () => (
  <Section id="faq" title={texts.faq.title}>
    <div className="divide-y divide-line border-line border-t">
      {texts.faq.items.map(({ question, answer }) => (
        <details key={question} className="group py-1">
          <summary className="flex cursor-pointer items-center justify-between gap-4 rounded-sm py-2.5 font-semibold [&::-webkit-details-marker]:hidden">
            {question}
            <span aria-hidden="true" className="text-accent text-xl leading-none group-open:rotate-45">
              +
            </span>
          </summary>
          <p className="max-w-prose pb-3 text-[0.9375rem]">{answer}</p>
        </details>
      ))}
    </div>
    <p className="text-muted text-sm">
      {texts.faq.more} <ContactLink />
    </p>
  </Section>
)

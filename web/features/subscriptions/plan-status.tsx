import { useState } from 'react'
import type { PlansAnswer, SubscriptionStatus } from '#contract/money/subscriptions.ts'
import { texts } from '#texts/features/subscriptions.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { toastOf } from '../../lib/toast.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { BillingAddressDialog } from './billing-address.tsx'
import { refreshPlan } from './calls.ts'

const { standing: words, billing, toasts } = texts

/** The state of the plan, with buttons to cancel and resume it. */
export function PlanStatus({
  status,
  plans,
  plan,
  onPay,
  onChange,
}: {
  status: SubscriptionStatus
  plans: PlansAnswer['plans']
  plan: PlansAnswer['plans'][number]
  onPay: (clientSecret: string) => void
  /** Continues the change of plan that waits for its payment. */
  onChange: (change: { priceId: string; name: string }) => void
}) {
  const [asking, setAsking] = useState(false)
  const [addressing, setAddressing] = useState(false)
  const end = status.currentPeriodEnd ? formatDate(status.currentPeriodEnd) : ''
  const { failed } = toasts
  // The page shows the plan's new state before it reports success.
  const cancel = useAction({
    mutationFn: () => call('cancelSubscription'),
    onDone: () => refreshPlan().then(() => setAsking(false)),
    done: toastOf(toasts.cancelled, { when: end }),
    failed,
  })
  const resume = useAction({
    mutationFn: () => call('resumeSubscription'),
    onDone: refreshPlan,
    done: toasts.resumed,
    failed,
  })
  const { clientSecret } = status
  return (
    <Section id="plan-status" title={words.title}>
      {status.pausedFor ? (
        <Alert tone="warning" title={words.paused({ name: plan.name })}>
          {words.pausedFor[status.pausedFor]}
        </Alert>
      ) : status.status === 'past_due' || status.status === 'unpaid' ? (
        <Alert
          tone="warning"
          title={words.pastDue}
          action={
            clientSecret && (
              <Button size="sm" onClick={() => onPay(clientSecret)}>
                {words.pay}
              </Button>
            )
          }
        >
          {status.graceUntil && status.isPremium
            ? words.grace({ when: formatDate(status.graceUntil) })
            : words.graceOver}
        </Alert>
      ) : (
        <p>
          {status.cancelAtPeriodEnd
            ? words.ending({ name: plan.name, when: end })
            : words.active({ name: plan.name, multiplier: status.multiplier, when: end })}
        </p>
      )}
      {status.pendingChange && (
        <PendingChange
          change={status.pendingChange}
          name={plans.find(({ tier }) => tier === status.pendingChange?.tier)?.name ?? ''}
          kept={plan.name}
          onChange={onChange}
        />
      )}
      {status.needsBillingAddress && (
        <div className="mt-4">
          <Alert
            tone="warning"
            title={billing.needed}
            action={
              <Button size="sm" onClick={() => setAddressing(true)}>
                {billing.enter}
              </Button>
            }
          >
            {billing.neededText}
          </Alert>
        </div>
      )}
      <div className="mt-4">
        {status.cancelAtPeriodEnd ? (
          <Button busy={resume.isPending} onClick={() => resume.mutate()}>
            {words.resume}
          </Button>
        ) : (
          <Button variant="outline" onClick={() => setAsking(true)}>
            {words.cancel}
          </Button>
        )}
      </div>
      {addressing && <BillingAddressDialog onClose={() => setAddressing(false)} />}
      {asking && (
        <Dialog open onClose={() => setAsking(false)} title={words.sure}>
          <p>{words.sureText({ when: end })}</p>
          <DialogButtons
            label={words.cancel}
            variant="danger"
            busy={cancel.isPending}
            cancel={words.keep}
            onSend={() => cancel.mutate()}
            onCancel={() => setAsking(false)}
          />
        </Dialog>
      )}
    </Section>
  )
}

/** A change of plan that waits for the card's owner: continue it, or keep the present plan. */
function PendingChange({
  change: { priceId, expiresAt },
  name,
  kept,
  onChange,
}: {
  change: NonNullable<SubscriptionStatus['pendingChange']>
  name: string
  kept: string
  onChange: (change: { priceId: string; name: string }) => void
}) {
  const keep = useAction({
    mutationFn: () => call('cancelPlanChange'),
    onDone: refreshPlan,
    done: toastOf(toasts.kept, { name: kept }),
    failed: toasts.failed,
  })
  return (
    <div className="mt-4">
      <Alert
        tone="warning"
        title={words.pending({ name })}
        action={
          <div className="flex flex-wrap gap-2.5">
            <Button size="sm" disabled={keep.isPending} onClick={() => onChange({ priceId, name })}>
              {words.confirm}
            </Button>
            <Button size="sm" variant="outline" busy={keep.isPending} onClick={() => keep.mutate()}>
              {words.keepPlan({ name: kept })}
            </Button>
          </div>
        }
      >
        {words.pendingText({ when: formatDateTime(expiresAt) })}
      </Alert>
    </div>
  )
}

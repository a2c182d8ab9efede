import { useQuery } from '@tanstack/react-query'
import type { ChangePreview, PlansAnswer } from '#contract/money/subscriptions.ts'
import { texts } from '#texts/features/subscriptions.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { call } from '../../lib/calls/call.ts'
import { isConflict } from '../../lib/calls/failure.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { toastOf } from '../../lib/toast.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { changePreviewQuery, refreshPlan, untilPlan } from './calls.ts'
import { confirmAtBank, PaymentRefused } from './load-stripe.ts'

const { changing: words, toasts } = texts

/** What was refused, as a sentence for people: a payment, an expired price. Null for other failures. */
const refusalOf = (error: Error | null): string | null =>
  error instanceof PaymentRefused
    ? error.message || texts.payment.noReason
    : error && isConflict(error)
      ? sentenceOf(error, texts.payment.noReason)
      : null

/**
 * Changes the plan; the card's owner confirms the payment if their bank asks. When they don't, the plan stays.
 * @returns whether the plan has changed by now
 */
async function change(plans: PlansAnswer, priceId: string, { quoteId }: ChangePreview): Promise<boolean> {
  const { pendingChange, clientSecret } = await call('changePlan', { body: { priceId, quoteId } })
  if (!pendingChange || !clientSecret) return true
  try {
    await confirmAtBank(plans, clientSecret)
  } catch (error) {
    if (error instanceof PaymentRefused) await call('cancelPlanChange')
    throw error
  }
  return untilPlan(status => status.pendingChange === null)
}

/** Shows what a change of plan costs today before it is made; exactly that is charged. */
export default function ChangeDialog({
  priceId,
  name,
  plans,
  onClose,
}: {
  priceId: string
  name: string
  plans: PlansAnswer
  onClose: () => void
}) {
  const preview = useQuery(changePreviewQuery(priceId))
  const changing = useAction({
    mutationFn: (quoted: ChangePreview) => change(plans, priceId, quoted),
    onDone: async () => {
      await refreshPlan()
      onClose()
    },
    done: changed => (changed ? toastOf(toasts.changed, { name }) : toasts.taken),
    failed: error => {
      const refusal = refusalOf(error)
      return refusal ? { ...toasts.refused, description: refusal } : toasts.failed
    },
    // A price works for one try, so fetch a new one for the next.
    onFailed: () => Promise.all([preview.refetch(), refreshPlan()]),
  })
  const { data } = preview
  const refusal = refusalOf(changing.error)
  return (
    <Dialog open onClose={onClose} title={words.title({ name })}>
      <Loaded
        query={preview}
        skeleton={<Skeleton className="h-40" />}
        failed={words.failed}
        lateError="instead"
      >
        {costs => <Reckoning preview={costs} addsTax={plans.addsTax} />}
      </Loaded>
      {refusal && <p className="mt-4 font-semibold text-danger text-sm">{refusal}</p>}
      <DialogButtons
        label={changing.isPending ? words.busy : words.confirm({ name })}
        disabled={!data || preview.isFetching}
        busy={changing.isPending}
        onSend={() => data && changing.mutate(data)}
        onCancel={onClose}
      />
    </Dialog>
  )
}

const Reckoning = ({ preview, addsTax }: { preview: ChangePreview; addsTax: boolean }) => (
  <>
    <h3 className="mb-1 font-semibold">{words.today}</h3>
    <dl className="numeric divide-y divide-line border-line border-y text-[0.9375rem]">
      {preview.lines.map(line => (
        <div key={`${line.description} ${line.amount}`} className="flex justify-between gap-6 py-2.5">
          <dt className="min-w-0">{line.description}</dt>
          <dd className="shrink-0">{formatMoney(line.amount)}</dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-6 py-3 font-semibold">
        <dt>{preview.dueNow < 0 ? words.credit : words.dueNow}</dt>
        <dd className="figure text-[1.75rem] leading-none">{formatMoney(Math.abs(preview.dueNow))}</dd>
      </div>
    </dl>
    <p className="mt-3 text-muted text-sm">
      {(addsTax ? words.nextBeforeTax : words.next)({
        amount: formatMoney(preview.nextAmount),
        when: formatDate(preview.nextDate),
      })}
    </p>
  </>
)

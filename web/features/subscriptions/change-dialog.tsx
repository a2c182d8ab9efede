import { useQuery } from '@tanstack/react-query'
import type { ChangePreview } from '#contract/money/subscriptions.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { isConflict } from '../../lib/calls/failure.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { changePlan, changePreviewQuery, refreshPlan } from './calls.ts'
import { texts } from './texts.ts'

const { changing: words, toasts } = texts

/** Shows what a change of plan costs today before it is made; exactly that is charged. */
export default function ChangeDialog({
  priceId,
  name,
  addsTax,
  onClose,
}: {
  priceId: string
  name: string
  addsTax: boolean
  onClose: () => void
}) {
  const preview = useQuery(changePreviewQuery(priceId))
  const change = useAction({
    mutationFn: ({ quoteId }: ChangePreview) => changePlan({ priceId, quoteId }),
    onDone: async () => {
      await refreshPlan()
      onClose()
    },
    done: toasts.changed(name),
    // A conflict is a declined card or an expired price, with a sentence for people.
    failed: error =>
      isConflict(error) ? toasts.refused(sentenceOf(error, texts.payment.noReason)) : toasts.failed,
    // A price works for one try, so fetch a new one for the next.
    onFailed: () => void preview.refetch(),
  })
  const { data } = preview
  return (
    <Dialog open onClose={onClose} title={words.title(name)}>
      <Loaded
        query={preview}
        skeleton={<Skeleton className="h-40" />}
        failed={words.failed}
        lateError="instead"
      >
        {costs => <Reckoning preview={costs} addsTax={addsTax} />}
      </Loaded>
      {change.error && isConflict(change.error) && (
        <p className="mt-4 font-semibold text-danger text-sm">{change.error.sentence}</p>
      )}
      <div className="mt-6 flex flex-wrap gap-2.5">
        <Button
          disabled={!data || preview.isFetching}
          busy={change.isPending}
          className="max-sm:flex-1"
          onClick={() => data && change.mutate(data)}
        >
          {change.isPending ? words.busy : words.confirm(name)}
        </Button>
        <Button variant="outline" className="max-sm:flex-1" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
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
      {(addsTax ? words.nextBeforeTax : words.next)(
        formatMoney(preview.nextAmount),
        formatDate(preview.nextDate),
      )}
    </p>
  </>
)

import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { PayoutSummary } from '#contract/money/payouts.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDay, formatMoney } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { moneyPaths, payoutSummaryQuery, triggerPayout } from './calls.ts'
import { texts } from './texts.ts'

const { progress: words, toasts } = texts

/** How far the balance is from the next payout, and the way to ask for it. */
export function PayoutProgress() {
  return (
    <Loaded
      query={useQuery(payoutSummaryQuery)}
      skeleton={<Skeleton className="h-52" />}
      failed={words.failed}
    >
      {summary => <Standing summary={summary} />}
    </Loaded>
  )
}

function Standing({ summary: data }: { summary: PayoutSummary }) {
  const trigger = useAction({
    mutationFn: triggerPayout,
    done: toasts.triggered,
    failed: toasts.triggerFailed,
    refresh: moneyPaths,
    refreshOn: 'settled',
  })
  const pays = data.fee > 0 && data.canRequest
  return (
    <Section id="payout-progress" title={words.title}>
      <div className="grid items-end gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <div className="mb-2.5 flex items-baseline justify-between gap-4">
            <p className="figure text-[1.625rem] leading-none">
              {words.of(formatMoney(data.pendingEarnings), formatMoney(data.payoutThreshold))}
            </p>
            <p className="numeric font-semibold text-muted text-sm">{data.progress}%</p>
          </div>
          <Progress value={data.progress} label={words.bar} />
        </div>
        <div className="flex flex-wrap gap-2.5">
          <Button
            disabled={!data.canRequest}
            busy={trigger.isPending}
            aria-describedby="payout-standing"
            className="max-md:flex-1"
            onClick={() => trigger.mutate()}
          >
            {trigger.isPending ? words.requesting : words.request}
          </Button>
          {!data.destination.ready && data.destination.method === 'stripe' && (
            <Link href="/earnings?tab=settings" className={buttonClass('outline', 'md', 'max-md:flex-1')}>
              {words.destination}
            </Link>
          )}
        </div>
      </div>
      <div id="payout-standing" className="mt-4 space-y-1 text-sm">
        {data.inTransit > 0 && <p className="font-semibold">{words.transit(formatMoney(data.inTransit))}</p>}
        {data.requestRefusal && <p>{data.requestRefusal}</p>}
        {pays && (
          <p>
            {words.fee(
              formatMoney(data.availableEarnings),
              formatMoney(data.fee),
              formatMoney(data.netAmount),
            )}
          </p>
        )}
        <p className="text-muted">
          {words.next}: {formatDay(data.nextPayoutDate)}. {data.nextPayoutNote}
        </p>
      </div>
    </Section>
  )
}

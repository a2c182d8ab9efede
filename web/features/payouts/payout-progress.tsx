import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { PayoutSummary } from '#contract/money/payouts.ts'
import { texts } from '#texts/features/payouts.ts'
import { call } from '../../lib/calls/call.ts'
import { refreshPaths, useAction } from '../../lib/calls/use-action.ts'
import { cx } from '../../lib/cx.ts'
import { formatDate, formatDay, formatMoney } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConfirmAddress } from '../accounts/confirm-address.tsx'
import { moneyPaths, payoutSummaryQuery } from './calls.ts'

const { progress: words, toasts } = texts

/** How far the balance is from the next payout, and the button to request it. */
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
    mutationFn: () => call('triggerPayout'),
    done: toasts.triggered,
    failed: toasts.triggerFailed,
    refresh: moneyPaths,
    refreshOn: 'settled',
  })
  const pays = data.fee > 0 && data.canRequest
  const needsDestination = !data.destination.ready && data.destination.method === 'stripe'
  useArrival(data.inTransit)
  return (
    <Section id="payout-progress" title={words.title}>
      <div className="grid items-end gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <div className="mb-2.5 flex items-baseline justify-between gap-4">
            <p className="figure text-[1.625rem] leading-none">
              {words.of({
                pending: formatMoney(data.pendingEarnings),
                threshold: formatMoney(data.payoutThreshold),
              })}
            </p>
            <p className="numeric font-semibold text-muted text-sm">{data.progress}%</p>
          </div>
          <Bar summary={data} />
        </div>
        <div className="flex flex-wrap gap-2.5">
          <Button
            variant={needsDestination ? 'outline' : 'primary'}
            disabled={!data.canRequest}
            busy={trigger.isPending}
            aria-describedby="payout-standing"
            className="max-md:flex-1"
            onClick={() => trigger.mutate()}
          >
            {trigger.isPending ? words.requesting : words.request}
          </Button>
          {needsDestination && (
            <Link href="/earnings?tab=settings" className={buttonClass('primary', 'md', 'max-md:flex-1')}>
              {words.destination}
            </Link>
          )}
        </div>
      </div>
      <Parts summary={data} />
      <div id="payout-standing" className="mt-4 space-y-1 text-sm">
        {data.requestRefusal && <p>{data.requestRefusal}</p>}
        <ConfirmAddress />
        {pays && (
          <p>
            {words.fee({
              amount: formatMoney(data.availableEarnings),
              fee: formatMoney(data.fee),
              net: formatMoney(data.netAmount),
            })}
          </p>
        )}
        <p className="text-muted">
          {words.next}: {formatDay(data.nextPayoutDate)}. {data.nextPayoutNote}
        </p>
      </div>
    </Section>
  )
}

/** Refetches everything that shows the balance once money in transit has arrived or come back. */
function useArrival(inTransit: number): void {
  const queries = useQueryClient()
  const before = useRef(inTransit)
  useEffect(() => {
    if (before.current > 0 && inTransit === 0) void refreshPaths(queries, moneyPaths)
    before.current = inTransit
  }, [inTransit, queries])
}

/** Distinguished by more than color. */
const striped = 'bg-[repeating-linear-gradient(135deg,var(--glow)_0_2px,transparent_2px_5px)]'

/** Earnings as a share of the threshold: first what can be paid now, then what is on hold. */
function Bar({ summary }: { summary: PayoutSummary }) {
  const { availableEarnings, onHold, pendingEarnings, payoutThreshold, progress } = summary
  const whole = Math.max(payoutThreshold, availableEarnings + (onHold?.amount ?? 0))
  const width = (amount: number) => `${Math.max(0, Math.min(100, (amount / whole) * 100))}%`
  return (
    <div
      role="progressbar"
      aria-label={words.bar}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={progress}
      aria-valuetext={words.of({
        pending: formatMoney(pendingEarnings),
        threshold: formatMoney(payoutThreshold),
      })}
      className="flex h-2.5 w-full overflow-hidden rounded-full bg-ink/12"
    >
      <div className="h-full bg-glow" style={{ width: width(availableEarnings) }} />
      {onHold && <div className={cx('h-full', striped)} style={{ width: width(onHold.amount) }} />}
    </div>
  )
}

/** The parts of the balance, in the bar's colors. */
function Parts({ summary: { availableEarnings, onHold, inTransit } }: { summary: PayoutSummary }) {
  const { parts } = words
  if (!onHold && inTransit === 0) return null
  const [first, last] = onHold ? [formatDate(onHold.from), formatDate(onHold.until)] : ['', '']
  return (
    <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2 text-sm">
      <Part name={parts.available} amount={availableEarnings} color="bg-glow" />
      {onHold && (
        <Part name={parts.onHold} amount={onHold.amount} color={striped}>
          {first === last ? words.until({ day: last }) : words.between({ first, last })}
        </Part>
      )}
      {inTransit > 0 && <Part name={parts.transit} amount={inTransit} color="bg-pine" />}
    </dl>
  )
}

const Part = ({
  name,
  amount,
  color,
  children,
}: {
  name: string
  amount: number
  color: string
  children?: React.ReactNode
}) => (
  <div>
    <dt className="flex items-center gap-2 text-muted">
      <span aria-hidden="true" className={cx('size-2.5 rounded-full', color)} />
      {name}
    </dt>
    <dd className="numeric font-semibold">
      {formatMoney(amount)}
      {children && <span className="ml-1.5 font-normal text-muted">{children}</span>}
    </dd>
  </div>
)

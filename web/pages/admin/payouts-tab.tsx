import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { StaffPayout } from '../../features/payouts/staff-payout.tsx'
import { formatDay, formatMoney } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { payoutFundingQuery, payoutsQuery } from './calls.ts'
import { ListFrame } from './list-frame.tsx'
import { texts } from './texts.ts'

const { payouts: words } = texts

/** What is missing at Stripe for the next payouts, and how to add it. Says nothing where it is not known. */
function Funding() {
  const { data } = useQuery(payoutFundingQuery)
  if (!data) return null
  if (data.stopped)
    return (
      <Alert tone="danger" title={words.stopped}>
        {data.stopped}
      </Alert>
    )
  if (data.short)
    return (
      <Alert tone="warning" title={words.short(formatMoney(data.short.amount), formatDay(data.short.by))}>
        {data.short.sentence} {words.waits}
      </Alert>
    )
  return data.available === null ? null : (
    <p className="text-muted text-sm">{words.covered(formatMoney(data.available))}</p>
  )
}

/** What was paid out, or waits to be, and what staff decide about it. */
export function PayoutsTab() {
  const query = useInfiniteQuery(payoutsQuery)
  const payouts = query.data?.pages.flat() ?? []
  return (
    <div className="grid gap-4">
      <Funding />
      <ListFrame query={query} count={payouts.length} failed={words.failed} none={words.none}>
        <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
          {payouts.map(payout => (
            <StaffPayout key={payout.id} payout={payout} />
          ))}
        </ul>
      </ListFrame>
    </div>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { StaffPayout } from '../../features/payouts/staff-payout.tsx'
import { payoutsQuery } from './calls.ts'
import { ListFrame } from './list-frame.tsx'
import { texts } from './texts.ts'

const { payouts: words } = texts

/** What was paid out, or waits to be, and what staff decide about it. */
export function PayoutsTab() {
  const query = useInfiniteQuery(payoutsQuery)
  const payouts = query.data?.pages.flat() ?? []
  return (
    <ListFrame query={query} count={payouts.length} failed={words.failed} none={words.none}>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
        {payouts.map(payout => (
          <StaffPayout key={payout.id} payout={payout} />
        ))}
      </ul>
    </ListFrame>
  )
}

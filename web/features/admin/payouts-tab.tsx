import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { payoutsQuery } from './calls.ts'
import { ListFrame } from './list-frame.tsx'
import { payoutTone } from './rules.ts'
import { texts } from './texts.ts'

const { payouts: words } = texts

/** What was paid out, or waits to be. */
export function PayoutsTab() {
  const query = useInfiniteQuery(payoutsQuery)
  const payouts = query.data?.pages.flat() ?? []
  return (
    <ListFrame query={query} count={payouts.length} failed={words.failed} none={words.none}>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
        {payouts.map(payout => (
          <li
            key={payout.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3.5 sm:grid-cols-[8rem_minmax(0,1fr)_7rem_8rem_8rem] sm:px-5"
          >
            <p className="figure text-[1.5rem] leading-none">{formatMoney(payout.amount)}</p>
            <p className="min-w-0 break-words text-sm max-sm:order-last max-sm:col-span-2">
              <span className="block truncate">{payout.email}</span>
              <span className="block truncate text-muted text-xs">{payout.userId}</span>
            </p>
            <p className="text-muted text-sm max-sm:order-3">{words.methods[payout.method]}</p>
            <div className="max-sm:order-2">
              <Badge tone={payoutTone(payout.status)}>{words.statuses[payout.status]}</Badge>
            </div>
            <time
              dateTime={payout.createdAt}
              className="numeric text-muted text-sm max-sm:order-4 max-sm:text-right"
            >
              {formatDate(payout.createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </ListFrame>
  )
}

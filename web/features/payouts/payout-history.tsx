import { useQuery } from '@tanstack/react-query'
import type { Payout } from '#contract/money/payouts.ts'
import { texts } from '#texts/features/payouts.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Waiting } from '../../ui/skeleton.tsx'
import { payoutHistoryQuery } from './calls.ts'
import { isGoing, payoutTone } from './rules.ts'

const { history: words } = texts

/** Every payout: how much, its status, and who has to act. */
export function PayoutHistory() {
  return (
    <Loaded
      query={useQuery(payoutHistoryQuery)}
      skeleton={<Waiting label={words.loading} rows={['h-40']} />}
      failed={words.failed}
      empty={
        <EmptyState title={words.empty} seed={23}>
          {words.emptyText}
        </EmptyState>
      }
    >
      {payouts => (
        <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
          {payouts.map(payout => (
            <PayoutRow key={payout.id} payout={payout} />
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function PayoutRow({ payout }: { payout: Payout }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-5 gap-y-2 px-4 py-4 sm:grid-cols-[9rem_minmax(0,1fr)_auto] sm:px-5">
      <div>
        <p className="figure text-[1.75rem] leading-none">{formatMoney(payout.amount)}</p>
        <time dateTime={payout.createdAt} className="numeric mt-1.5 block text-muted text-sm">
          {formatDate(payout.createdAt)}
        </time>
      </div>
      <div className="flex flex-col items-end gap-1.5 sm:order-last">
        <Badge tone={payoutTone(payout.status)} live={isGoing(payout)}>
          {texts.statuses[payout.status]}
        </Badge>
        <p className="text-muted text-sm">{texts.methods[payout.method]}</p>
      </div>
      <div className="min-w-0 text-[0.9375rem] max-sm:col-span-2">
        {payout.reason && <p className="font-semibold">{payout.reason}</p>}
        <p>{payout.nextStep}</p>
        <p className="mt-0.5 text-muted text-sm">
          {payout.whoMustAct && <span className="font-semibold">{words.who[payout.whoMustAct]}. </span>}
          {payout.fee > 0 &&
            `${words.net({ net: formatMoney(payout.netAmount), fee: formatMoney(payout.fee) })}.`}
        </p>
      </div>
    </li>
  )
}

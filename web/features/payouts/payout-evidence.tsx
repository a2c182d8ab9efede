import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PayoutEvidence } from '#contract/money/payouts.ts'
import { platformNames } from '#contract/publishing/constants.ts'
import { texts } from '#texts/features/payouts.ts'
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { payoutEvidenceQuery } from './calls.ts'

const { evidence: words } = texts.staff

/** What a payout consists of, for the person approving it; fetched when opened. */
export default function EvidenceDetails({ payoutId }: { payoutId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="mt-2.5" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm py-1 font-semibold text-accent text-sm">
        {words.title}
      </summary>
      {open && <Opened payoutId={payoutId} />}
    </details>
  )
}

function Opened({ payoutId }: { payoutId: string }) {
  return (
    <Loaded
      query={useQuery(payoutEvidenceQuery(payoutId))}
      skeleton={<Skeleton className="h-20" />}
      failed={words.failed}
    >
      {evidence => (
        <>
          <p className="mt-1 text-sm">
            {[
              words.since({ date: formatDate(evidence.accountCreatedAt) }),
              evidence.first
                ? words.first
                : words.before({
                    count: evidence.paidBefore.payouts,
                    amount: formatMoney(evidence.paidBefore.amount),
                  }),
              words.held({ count: evidence.heldCounts }),
            ].join(' ')}
          </p>
          {evidence.counted.length > 0 ? (
            <Counted counted={evidence.counted} />
          ) : (
            <p className="mt-1 text-muted text-sm">{words.none}</p>
          )}
        </>
      )}
    </Loaded>
  )
}

const numeric = 'numeric py-1.5 pl-3 text-right'

const Counted = ({ counted }: Pick<PayoutEvidence, 'counted'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
  <section aria-label={words.title} tabIndex={0} className="mt-2 max-h-72 overflow-auto">
    <table className="w-full text-sm">
      <thead>
        <tr className="text-left text-muted">
          <th scope="col" className="py-1.5 font-medium">
            {words.columns.video}
          </th>
          {[words.columns.views, words.columns.likes, words.columns.share].map(name => (
            <th key={name} scope="col" className="py-1.5 pl-3 text-right font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-line border-t">
        {counted.map(one => (
          <tr key={`${one.platform} ${one.videoId}`}>
            <th scope="row" className="min-w-32 break-words py-1.5 text-left font-normal">
              {one.title}
              <span className="block text-muted text-xs">
                {[nameOf(one.platform), one.onHold && words.onHold].filter(Boolean).join(' · ')}
              </span>
            </th>
            <td className={numeric}>{formatNumber(one.views)}</td>
            <td className={numeric}>{formatNumber(one.likes)}</td>
            <td className={numeric}>
              {one.likesPerView === null ? '' : `${Math.round(one.likesPerView * 1000) / 10}%`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

/** A platform from a later release has no name here. */
const nameOf = (platform: string) => (platformNames as Record<string, string>)[platform] ?? platform

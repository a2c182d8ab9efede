import { useQuery } from '@tanstack/react-query'
import { texts } from '#texts/pages/admin.ts'
import { formatDay, formatMoney } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { payoutFundingQuery } from './calls.ts'

const { payouts: words } = texts

/** What is missing at Stripe for the next payouts, and how to add it. Renders nothing if that is unknown. */
export function Funding() {
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
      <Alert
        tone="warning"
        title={words.short({ amount: formatMoney(data.short.amount), by: formatDay(data.short.by) })}
      >
        {data.short.sentence} {words.waits}
      </Alert>
    )
  return data.available === null ? null : (
    <p className="text-muted text-sm">{words.covered({ amount: formatMoney(data.available) })}</p>
  )
}

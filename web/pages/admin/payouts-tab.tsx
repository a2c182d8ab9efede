import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { api } from '#contract/paths.ts'
import { texts as payoutTexts } from '#texts/features/payouts.ts'
import { texts } from '#texts/pages/admin.ts'
import { StaffPayout } from '../../features/payouts/staff-payout.tsx'
import { queryOf } from '../../lib/calls/call.ts'
import { formatMoney } from '../../lib/format.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/inputs/field.tsx'
import { SearchField } from '../../ui/inputs/search-field.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { type Filter, payoutsQuery, payoutTotalsQuery } from './calls.ts'
import { Filters } from './filters.tsx'
import { Funding } from './funding.tsx'

const { payouts: words } = texts

/** Payouts that were sent or are waiting, and the decisions about them. */
export default function PayoutsTab() {
  const [search, setSearch] = useState('')
  const [address, setAddress] = useSearchParams()
  const status = address.get('status') ?? ''
  const [days, setDays] = useState({ from: '', to: '' })
  const settled = useSettled(search.trim())
  const id = address.get('payout') ?? undefined
  const filter: Filter = {
    id,
    search: settled || undefined,
    ...(status === 'undecided' ? { undecided: 'true' } : { status: status || undefined }),
    from: days.from || undefined,
    to: days.to || undefined,
  }
  const query = useInfiniteQuery(payoutsQuery(filter))
  const payouts = query.data?.pages.flat() ?? []
  return (
    <div className="grid grid-cols-1 gap-4">
      <Funding />
      <search className="grid grid-cols-1 items-end gap-2.5 lg:grid-cols-[minmax(0,1fr)_35rem]">
        <SearchField className="min-w-0" label={texts.search.users} value={search} onChange={setSearch} />
        <Filters
          count={[status, days.from, days.to].filter(Boolean).length}
          className="grid-cols-2 items-end gap-2.5 sm:grid-cols-3"
        >
          <div className="max-sm:col-span-2">
            <Select
              label={texts.search.status}
              className="h-11"
              value={status}
              onChange={({ target: { value } }) =>
                setAddress({ tab: 'payouts', ...(value ? { status: value } : {}) }, { replace: true })
              }
              options={[
                { value: '', label: texts.search.allStatuses },
                { value: 'undecided', label: words.undecided },
                ...Object.entries(payoutTexts.statuses).map(([value, label]) => ({ value, label })),
              ]}
            />
          </div>
          {(['from', 'to'] as const).map(end => (
            <TextField
              key={end}
              label={words[end]}
              type="date"
              className="h-11"
              value={days[end]}
              onChange={event => setDays({ ...days, [end]: event.target.value })}
            />
          ))}
        </Filters>
      </search>
      {id && (
        <Button variant="quiet" size="sm" className="w-fit" onClick={() => setAddress({ tab: 'payouts' })}>
          {words.all}
        </Button>
      )}
      <Totals filter={filter} />
      <PagedList variant="page" query={query} count={payouts.length} failed={words.failed} none={words.none}>
        <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
          {payouts.map(payout => (
            <StaffPayout key={payout.id} payout={payout} />
          ))}
        </ul>
      </PagedList>
    </div>
  )
}

/** The totals of the listed payouts, and all of them as a file. */
function Totals({ filter }: { filter: Filter }) {
  const { data } = useQuery(payoutTotalsQuery(filter))
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="min-w-0 text-sm" aria-live="polite">
        {data &&
          words.totals({
            count: data.count,
            amount: formatMoney(data.amount),
            fee: formatMoney(data.fee),
            net: formatMoney(data.netAmount),
          })}
        {data && data.failed > 0 && ` ${words.failedCount({ count: data.failed })}`}
      </p>
      <ButtonLink size="sm" variant="outline" href={`${api.payoutsCsv}?${queryOf(filter)}`} download>
        {texts.audit.csv}
      </ButtonLink>
    </div>
  )
}

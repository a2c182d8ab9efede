import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NegativeBalance } from '#contract/money/payouts.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/desk.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { ReasonDialog } from '../payouts/reason-dialog.tsx'
import { negativeQuery } from './calls.ts'

const { negative: words } = texts

/** Riders who owe us money, and the decision to give it up. */
export function NegativeBalances() {
  const query = useInfiniteQuery(negativeQuery)
  const people = query.data?.pages.flat() ?? []
  return (
    <Section id="negative-balances" title={words.title}>
      <PagedList variant="inside" query={query} count={people.length} failed={words.failed} none={words.none}>
        <ul className="divide-y divide-line border-line border-y">
          {people.map(person => (
            <Person key={person.id} person={person} />
          ))}
        </ul>
      </PagedList>
    </Section>
  )
}

function Person({ person }: { person: NegativeBalance }) {
  const [open, setOpen] = useState(false)
  const setsOff = person.deleted && person.waitingPayout !== null
  const decision = setsOff ? 'set_off' : 'write_off'
  const decide = useAction({
    mutationFn: (reason: string) =>
      call('decideNegativeBalance', {
        params: { userId: person.id },
        body: { decision, owed: person.owed, reason },
      }),
    onDone: () => setOpen(false),
    done: words.done[decision],
    failed: { title: words.decideFailed, otherwise: texts.tryAgain },
    refresh: [api.negativeBalances, api.ledgerEntries, api.peopleMoney, api.moneyOverview],
    refreshOn: 'settled',
  })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_7rem_auto]">
      <p className="min-w-0 text-sm">
        <span className="block truncate font-semibold text-base">{person.name}</span>
        <span className="block truncate text-muted">{person.email}</span>
        {person.lastEntryAt && (
          <span className="block text-muted">{words.last({ day: formatDate(person.lastEntryAt) })}</span>
        )}
        {person.waitingPayout !== null && (
          <span className="block">{words.waiting({ amount: formatMoney(person.waitingPayout) })}</span>
        )}
      </p>
      <p className="numeric text-right font-semibold">{formatMoney(-person.owed)}</p>
      <div className="flex flex-wrap items-center gap-2.5 max-sm:col-span-2">
        {person.deleted && <Badge tone="gray">{words.deleted}</Badge>}
        <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
          {words[decision]}
        </Button>
      </div>
      {open && (
        <ReasonDialog
          title={words.ask[decision]({ amount: formatMoney(person.owed) })}
          text={words.explain[decision]}
          label={words.reason}
          confirm={words[decision]}
          maxLength={300}
          busy={decide.isPending}
          onConfirm={reason => decide.mutate(reason)}
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  )
}

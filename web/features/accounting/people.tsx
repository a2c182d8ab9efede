import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PersonMoney } from '#contract/money/accounting.ts'
import { texts } from '#texts/features/accounting.ts'
import { formatMoney } from '../../lib/format.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { peopleQuery } from './calls.ts'

const { people: words } = texts
const settleMs = 300

/** What each rider is owed, most first, searchable by name or email. */
export function PeopleMoney({ onChoose }: { onChoose: (person: PersonMoney) => void }) {
  const [typed, setTyped] = useState('')
  const query = useInfiniteQuery(peopleQuery(useSettled(typed.trim(), settleMs)))
  const people = query.data?.pages.flat() ?? []
  return (
    <Section id="people-money" title={words.title}>
      <search className="mb-4 block max-w-md">
        <TextField
          label={words.search}
          type="search"
          maxLength={100}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      </search>
      <PagedList variant="inside" query={query} count={people.length} failed={words.failed} none={words.none}>
        <ul className="divide-y divide-line border-line border-y">
          {people.map(person => (
            <Person key={person.id} person={person} onChoose={() => onChoose(person)} />
          ))}
        </ul>
      </PagedList>
    </Section>
  )
}

function Person({ person, onChoose }: { person: PersonMoney; onChoose: () => void }) {
  const amounts: [string, number][] = [
    [words.owed, person.payable],
    [words.hold, person.onHold],
    [words.transit, person.inTransit],
    [words.paid, person.paid],
  ]
  return (
    <li className="grid items-center gap-x-5 gap-y-2 py-3 lg:grid-cols-[minmax(0,1fr)_28rem_auto]">
      <p className="min-w-0">
        <span className="block truncate font-semibold">{person.name}</span>
        <span className="block truncate text-muted text-sm">{person.email}</span>
      </p>
      <dl className="grid grid-cols-2 gap-x-5 gap-y-1 text-sm sm:grid-cols-4">
        {amounts.map(([label, amount]) => (
          <div key={label}>
            <dt className="text-muted text-xs">{label}</dt>
            <dd className="numeric font-semibold">{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
      <Button size="sm" variant="outline" aria-label={words.ledger({ who: person.email })} onClick={onChoose}>
        {words.show}
      </Button>
    </li>
  )
}

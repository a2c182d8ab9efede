import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LedgerEntry, PersonMoney } from '#contract/money/accounting.ts'
import { texts } from '#texts/features/accounting.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { entriesQuery } from './calls.ts'
import { exactAmount, searchOf } from './rules.ts'

const { entries: words } = texts
const settleMs = 300

/** The ledger in sentences, newest first: all entries, those of one rider, or what a search finds. */
export function Entries({ person, onAll }: { person: PersonMoney | null; onAll: () => void }) {
  const [typed, setTyped] = useState('')
  const [days, setDays] = useState({ from: '', to: '' })
  const search = searchOf(useSettled(typed.trim(), settleMs))
  const query = useInfiniteQuery(
    entriesQuery({
      ...search,
      userId: person?.id,
      from: days.from || undefined,
      to: days.to || undefined,
    }),
  )
  const entries = query.data?.pages.flat() ?? []
  const searching = typed.trim() !== '' || days.from !== '' || days.to !== ''
  return (
    <Section
      id="ledger-entries"
      title={person ? words.ofPerson({ who: person.email }) : words.title}
      action={
        person && (
          <Button size="sm" variant="quiet" onClick={onAll}>
            {words.all}
          </Button>
        )
      }
    >
      <search className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1fr)_11rem_11rem]">
        <div className="col-span-2 lg:col-span-1">
          <TextField
            label={words.search}
            type="search"
            maxLength={100}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        </div>
        {(['from', 'to'] as const).map(end => (
          <TextField
            key={end}
            label={words[end]}
            type="date"
            value={days[end]}
            onChange={event => setDays({ ...days, [end]: event.target.value })}
          />
        ))}
      </search>
      <PagedList
        variant="inside"
        query={query}
        count={entries.length}
        failed={words.failed}
        none={searching ? words.noneFound : words.none}
      >
        <ol className="divide-y divide-line border-line border-y">
          {entries.map(entry => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      </PagedList>
    </Section>
  )
}

const Entry = ({ entry }: { entry: LedgerEntry }) => (
  <li className="py-3">
    <details>
      <summary className="grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] gap-x-5 gap-y-0.5 rounded-sm">
        <span className="min-w-0 break-words">{entry.sentence}</span>
        <span className="numeric text-right font-semibold">{exactAmount(entry.amount)}</span>
        <span className="min-w-0 break-all text-muted text-sm">{entry.email}</span>
        <time dateTime={entry.at} className="numeric text-right text-muted text-sm">
          {formatDateTime(entry.at)}
        </time>
      </summary>
      <dl aria-label={words.lines} className="mt-2 max-w-xl divide-y divide-line text-sm">
        {entry.lines.map(line => (
          <div key={line.name} className="flex items-baseline justify-between gap-4 py-1.5">
            <dt className="text-muted">{line.name}</dt>
            <dd className="numeric">{line.amount}</dd>
          </div>
        ))}
      </dl>
    </details>
    {entry.stripe.length > 0 && (
      <ul aria-label={words.atStripe} className="mt-1 flex flex-wrap gap-x-4 text-sm">
        {entry.stripe.map(({ id, url }) => (
          <li key={id} className="min-w-0 break-all">
            {url ? (
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="inline-block py-1 underline underline-offset-2"
              >
                {id}
              </a>
            ) : (
              <span className="text-muted">{id}</span>
            )}
          </li>
        ))}
      </ul>
    )}
  </li>
)

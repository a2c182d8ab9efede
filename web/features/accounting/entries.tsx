import { useInfiniteQuery } from '@tanstack/react-query'
import type { LedgerEntry, PersonMoney } from '#contract/money/accounting.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { entriesQuery } from './calls.ts'
import { texts } from './texts.ts'

const { entries: words } = texts

/** The ledger in sentences, newest first: all entries or those of one rider. */
export function Entries({ person, onAll }: { person: PersonMoney | null; onAll: () => void }) {
  const query = useInfiniteQuery(entriesQuery(person?.id))
  const entries = query.data?.pages.flat() ?? []
  return (
    <Section
      id="ledger-entries"
      title={person ? words.ofPerson(person.email) : words.title}
      action={
        person && (
          <Button size="sm" variant="quiet" onClick={onAll}>
            {words.all}
          </Button>
        )
      }
    >
      <PagedList
        variant="inside"
        query={query}
        count={entries.length}
        failed={words.failed}
        none={words.none}
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
      <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-5 gap-y-0.5 rounded-sm">
        <span className="min-w-0 flex-1 basis-64 break-words">{entry.sentence}</span>
        {entry.email && <span className="min-w-0 break-all text-muted text-sm">{entry.email}</span>}
        <time dateTime={entry.at} className="numeric text-muted text-sm">
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
  </li>
)

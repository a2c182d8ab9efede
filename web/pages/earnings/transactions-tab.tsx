import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Transaction } from '#contract/money/earnings.ts'
import { texts } from '#texts/pages/earnings.ts'
import { cx } from '../../lib/cx.ts'
import { formatDateTime, formatMoney, formatMonth, viewerZone } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { NextPage } from '../../ui/paged-list.tsx'
import { rowsOf, Skeleton, Waiting } from '../../ui/skeleton.tsx'
import { statementsQuery, transactionsQuery } from './calls.ts'

const { transactions: words, statements: statementWords } = texts

/** Every transaction with its explanation, and the monthly statements. */
export function TransactionsTab() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Movements />
      <Statements />
    </div>
  )
}

function Movements() {
  const query = useInfiniteQuery(transactionsQuery)
  return (
    <Loaded
      query={query}
      skeleton={<Waiting label={words.loading} rows={rowsOf(5, 'h-20')} className="space-y-2.5" />}
      failed={words.failed}
      empty={
        <EmptyState title={words.empty} seed={31}>
          {words.emptyText}
        </EmptyState>
      }
      isEmpty={({ pages }) => pages.flat().length === 0}
    >
      {({ pages }) => (
        <div>
          <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
            {pages.flat().map(transaction => (
              <Movement key={transaction.id} transaction={transaction} />
            ))}
          </ul>
          <NextPage query={query} label={words.more} />
        </div>
      )}
    </Loaded>
  )
}

function Movement({ transaction }: { transaction: Transaction }) {
  const { type, createdAt, creatorShare, description } = transaction
  return (
    <li className="px-4 py-3.5 sm:px-5">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 font-semibold first-letter:uppercase">{words.types[type]}</p>
        <p className={cx('numeric shrink-0 font-semibold', creatorShare > 0 && 'text-published')}>
          {creatorShare > 0 && '+'}
          {formatMoney(creatorShare)}
        </p>
      </div>
      <p className="mt-0.5 break-words text-[0.9375rem]">{description}</p>
      <time dateTime={createdAt} className="numeric mt-1 block text-muted text-xs">
        {formatDateTime(createdAt)}
      </time>
    </li>
  )
}

/** A spreadsheet and a printable file for each month. */
function Statements() {
  return (
    <Section id="statements" title={statementWords.title}>
      <Loaded
        query={useQuery(statementsQuery(viewerZone()))}
        skeleton={<Skeleton className="h-24" />}
        failed={statementWords.failed}
        empty={<p className="text-muted">{statementWords.empty}</p>}
      >
        {statements => (
          <ul className="-my-1 divide-y divide-line">
            {statements.map(({ month, earnings, payouts, csvUrl, pdfUrl }) => (
              <li key={month} className="flex items-center justify-between gap-3 py-3">
                <div className="min-w-0">
                  <p className="font-semibold">{formatMonth(month)}</p>
                  <p className="numeric text-muted text-sm">
                    {statementWords.earned({ earned: formatMoney(earnings) })}
                  </p>
                  {payouts !== 0 && (
                    <p className="numeric text-muted text-sm">
                      {statementWords.paid({ paid: formatMoney(payouts) })}
                    </p>
                  )}
                </div>
                <div className="flex gap-1.5">
                  <ButtonLink
                    variant="outline"
                    size="sm"
                    href={csvUrl}
                    download
                    aria-label={statementWords.csv({ month: formatMonth(month) })}
                  >
                    CSV
                  </ButtonLink>
                  <ButtonLink
                    variant="outline"
                    size="sm"
                    href={pdfUrl}
                    download
                    aria-label={statementWords.pdf({ month: formatMonth(month) })}
                  >
                    PDF
                  </ButtonLink>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

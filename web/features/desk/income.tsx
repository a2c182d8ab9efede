import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { IncomeMonth } from '#contract/money/income.ts'
import { api } from '#contract/paths.ts'
import { type Platform, platformNames, platforms } from '#contract/publishing/constants.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useFields } from '../../lib/fields.ts'
import { formatDate, formatDay, formatMoney, formatMonth, formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select, TextField } from '../../ui/inputs/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Waiting } from '../../ui/skeleton.tsx'
import { incomeQuery, setIncome } from './calls.ts'
import { IncomeChart } from './income-chart.tsx'
import { amountOf, newestMonths } from './rules.ts'
import { texts } from './texts.ts'

const { income: words } = texts
const shownAtFirst = 3
/** As many as the server's table has. */
const monthsToEnter = 24

/** Which figure is entered; `amount` is as typed. */
interface Entry {
  month: string
  platform: Platform
  amount: string
}

/** What platforms paid next to what riders were promised, as a chart and a list, and a form for what is paid elsewhere. */
export function Income() {
  const query = useQuery(incomeQuery)
  const [entry, setEntry] = useState<Entry | null>(null)
  const [thisMonth = ''] = newestMonths(new Date(), 1)
  const enter = () => setEntry({ month: thisMonth, platform: platforms[0] as Platform, amount: '' })
  return (
    <Section
      id="income"
      title={words.title}
      action={
        <Button size="sm" variant="outline" onClick={enter}>
          {words.enter}
        </Button>
      }
    >
      <p className="mb-4 max-w-prose text-muted text-sm">{words.explain}</p>
      <Loaded
        query={query}
        skeleton={<Waiting label={texts.loading} rows={['h-56', 'h-40']} className="space-y-4" />}
        failed={words.failed}
        empty={
          <EmptyState title={words.empty} seed={17}>
            {words.emptyText}
          </EmptyState>
        }
      >
        {rows => (
          <>
            <IncomeChart rows={rows} />
            <Months rows={rows} onEnter={setEntry} />
          </>
        )}
      </Loaded>
      {entry && <EnterIncome entry={entry} onClose={() => setEntry(null)} />}
    </Section>
  )
}

function Months({ rows, onEnter }: { rows: readonly IncomeMonth[]; onEnter: (entry: Entry) => void }) {
  const [all, setAll] = useState(false)
  const months = [...Map.groupBy(rows, r => r.month)]
  const shown = all ? months : months.slice(0, shownAtFirst)
  return (
    <>
      {shown.map(([month, own]) => (
        <div key={month} className="mt-6">
          <h3 className="heading text-[1.25rem]">{formatMonth(month)}</h3>
          <ul className="mt-1 divide-y divide-line border-line border-y">
            {own.map(row => (
              <Row key={row.platform} row={row} onEnter={onEnter} />
            ))}
          </ul>
        </div>
      ))}
      {shown.length < months.length && (
        <Button variant="quiet" size="sm" className="mt-4" onClick={() => setAll(true)}>
          {words.more(months.length)}
        </Button>
      )}
    </>
  )
}

/** Where a figure comes from. */
function sourceOf({ source, through, by, at }: NonNullable<IncomeMonth['income']>): string {
  if (source === 'typed') return words.entered(by ?? '–', formatDate(at))
  return through ? words.reportedThrough(formatDay(through)) : words.reported(formatDate(at))
}

function Row({ row, onEnter }: { row: IncomeMonth; onEnter: (entry: Entry) => void }) {
  const { month, platform, income, difference } = row
  const typed = income?.source === 'typed' ? String(income.amount) : ''
  const figures: [string, string][] = [
    [words.columns.views, formatNumber(row.views)],
    [words.columns.price, formatMoney(row.price)],
    [words.columns.promise, formatMoney(row.promise)],
    [words.columns.income, income ? formatMoney(income.amount) : words.noFigure],
    [words.columns.difference, difference === null ? '–' : formatMoney(difference)],
  ]
  return (
    <li className="grid items-center gap-x-5 gap-y-2 py-3 lg:grid-cols-[minmax(0,1fr)_38rem_auto]">
      <p className="min-w-0 text-sm">
        <span className="block font-semibold text-base">{platformNames[platform]}</span>
        {income && <span className="block break-words text-muted">{sourceOf(income)}</span>}
        {income && income.channelsMissing > 0 && (
          <span className="block">{words.missing(income.channelsMissing)}</span>
        )}
      </p>
      <dl className="grid grid-cols-2 gap-x-5 gap-y-1 text-sm sm:grid-cols-5">
        {figures.map(([label, figure]) => (
          <div key={label}>
            <dt className="text-muted text-xs">{label}</dt>
            <dd className="numeric font-semibold">{figure}</dd>
          </div>
        ))}
      </dl>
      <Button
        size="sm"
        variant="outline"
        className="max-lg:justify-self-start"
        aria-label={words.enterFor(platformNames[platform], formatMonth(month))}
        onClick={() => onEnter({ month, platform, amount: typed })}
      >
        {words.enter}
      </Button>
    </li>
  )
}

function EnterIncome({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { fields, field } = useFields(entry)
  const [tried, setTried] = useState(false)
  const amount = amountOf(fields.amount, 0)
  const save = useAction({
    mutationFn: setIncome,
    onDone: onClose,
    done: words.saved,
    failed: { title: words.saveFailed, otherwise: texts.tryAgain },
    refresh: [api.platformIncome],
  })
  return (
    <Dialog open onClose={onClose} title={words.enter}>
      <form
        className="grid grid-cols-1 gap-4 sm:grid-cols-2"
        onSubmit={event => {
          event.preventDefault()
          setTried(true)
          const { month, platform } = fields
          if (amount !== undefined) save.mutate({ month, platform, amount })
        }}
      >
        <Select
          {...field('month')}
          label={words.month}
          options={newestMonths(new Date(), monthsToEnter).map(value => ({
            value,
            label: formatMonth(value),
          }))}
        />
        <Select
          {...field('platform')}
          label={words.platform}
          options={platforms.map(value => ({ value, label: platformNames[value] }))}
        />
        <div className="sm:col-span-2">
          <TextField
            {...field('amount')}
            label={words.amount}
            inputMode="decimal"
            maxLength={14}
            hint={words.amountHint}
            error={tried && amount === undefined ? words.wrong : undefined}
          />
        </div>
        <div className="sm:col-span-2">
          <Button type="submit" busy={save.isPending}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

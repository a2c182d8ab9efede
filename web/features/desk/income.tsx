import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { BodyInput } from '#contract/endpoints/index.ts'
import type { IncomeMonth } from '#contract/money/income.ts'
import { api } from '#contract/paths.ts'
import { type Platform, platformNames, platforms } from '#contract/publishing/constants.ts'
import { texts } from '#texts/features/desk.ts'
import { axisEnd } from '../../lib/axis.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useFields } from '../../lib/fields.ts'
import { formatDate, formatDay, formatMoney, formatMonth, formatNumber } from '../../lib/format.ts'
import { BarFrame, barHeight, barSize, barSlot } from '../../ui/bar-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-buttons.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select, TextField } from '../../ui/inputs/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Waiting } from '../../ui/skeleton.tsx'
import { incomeQuery } from './calls.ts'
import { amountOf, type IncomeBar, incomeBars, newestMonths } from './rules.ts'

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
          {words.more({ count: months.length })}
        </Button>
      )}
    </>
  )
}

/** Where a figure comes from. */
function sourceOf({ source, through, by, at }: NonNullable<IncomeMonth['income']>): string {
  if (source === 'typed') return words.entered({ who: by ?? '–', day: formatDate(at) })
  return through
    ? words.reportedThrough({ day: formatDay(through) })
    : words.reported({ day: formatDate(at) })
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
          <span className="block">{words.missing({ count: income.channelsMissing })}</span>
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
        aria-label={words.enterFor({ platform: platformNames[platform], month: formatMonth(month) })}
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
    mutationFn: (body: BodyInput<'setPlatformIncome'>) => call('setPlatformIncome', { body }),
    onDone: onClose,
    done: words.saved,
    failed: { title: words.saveFailed, otherwise: texts.tryAgain },
    refresh: [api.platformIncome],
  })
  return (
    <Dialog open onClose={onClose} title={words.enter}>
      <form
        onSubmit={event => {
          event.preventDefault()
          setTried(true)
          const { month, platform } = fields
          if (amount !== undefined) save.mutate({ month, platform, amount })
        }}
      >
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
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
        </div>
        <DialogActions>
          <Button type="submit" busy={save.isPending}>
            {words.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const barFills = {
  promise: ['fill-pine', 'bg-pine'],
  open: ['fill-pine/40', 'bg-pine/40'],
  income: ['fill-glow', 'bg-glow'],
} as const
const barNames = ['promise', 'open', 'income'] as const

const paidOf = (income: number | null) => (income === null ? words.noneYet : formatMoney(income))
const readout = ({ month, promise, open, income }: IncomeBar): string =>
  words.readout({ month: formatMonth(month), promise: formatMoney(promise), income: paidOf(income) }) +
  (open > 0 ? words.openPart({ amount: formatMoney(open) }) : '')

/** Two bars for each month: riders' promise, and next to it what platforms paid. The list below has every figure. */
function IncomeChart({ rows }: { rows: readonly IncomeMonth[] }) {
  const bars = useMemo(() => incomeBars(rows), [rows])
  const [pointed, setPointed] = useState<number | null>(null)
  const end = axisEnd(Math.max(...bars.map(bar => Math.max(bar.promise + bar.open, bar.income ?? 0))))
  const shown = bars[pointed ?? bars.length - 1]
  const sum = (of: (bar: IncomeBar) => number) => formatMoney(bars.reduce((total, bar) => total + of(bar), 0))
  const [first, last] = [bars[0], bars.at(-1)]
  return (
    <figure>
      <figcaption aria-hidden="true" className="mb-4 text-sm">
        <p className="numeric min-h-10 sm:min-h-5">{shown && readout(shown)}</p>
        <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-muted">
          {barNames.map(name => (
            <span key={name} className="inline-flex items-center gap-2">
              <span className={`size-3 rounded-sm ${barFills[name][1]}`} />
              {words.legend[name]}
            </span>
          ))}
        </p>
      </figcaption>
      <BarFrame
        slots={bars.length}
        end={end}
        label={words.chart({
          months: bars.length,
          promise: sum(bar => bar.promise),
          income: sum(bar => bar.income ?? 0),
        })}
        times={[first && formatMonth(first.month), last && formatMonth(last.month)]}
        onPoint={setPointed}
      >
        {bars.map(({ month, promise, open, income }, index) => {
          const [known, unknown] = [barSize(promise, end), barSize(open, end)]
          const paid = barSize(income ?? 0, end)
          const [left, right] = [index * barSlot + barSlot * 0.16, index * barSlot + barSlot * 0.52]
          const width = barSlot * 0.32
          return (
            <g key={month}>
              <rect
                x={left}
                width={width}
                y={barHeight - known}
                height={known}
                className={barFills.promise[0]}
              />
              <rect
                {...{ x: left, width, y: barHeight - known - unknown, height: unknown }}
                className={barFills.open[0]}
              />
              <rect
                x={right}
                width={width}
                y={barHeight - paid}
                height={paid}
                className={barFills.income[0]}
              />
            </g>
          )
        })}
      </BarFrame>
    </figure>
  )
}

import { useMemo, useState } from 'react'
import type { IncomeMonth } from '#contract/money/income.ts'
import { axisEnd } from '../../lib/axis.ts'
import { formatMoney, formatMonth } from '../../lib/format.ts'
import { BarFrame, barHeight, barSize, barSlot } from '../../ui/bar-frame.tsx'
import { type IncomeBar, incomeBars } from './rules.ts'
import { texts } from './texts.ts'

const { income: words } = texts
const fills = {
  promise: ['fill-pine', 'bg-pine'],
  open: ['fill-pine/40', 'bg-pine/40'],
  income: ['fill-glow', 'bg-glow'],
} as const
const names = ['promise', 'open', 'income'] as const

const paidOf = (income: number | null) => (income === null ? words.noneYet : formatMoney(income))
const readout = ({ month, promise, open, income }: IncomeBar): string =>
  words.readout(formatMonth(month), formatMoney(promise), paidOf(income)) +
  (open > 0 ? words.openPart(formatMoney(open)) : '')

/** Two bars for each month: riders' promise, and next to it what platforms paid. The list below has every figure. */
export function IncomeChart({ rows }: { rows: readonly IncomeMonth[] }) {
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
          {names.map(name => (
            <span key={name} className="inline-flex items-center gap-2">
              <span className={`size-3 rounded-sm ${fills[name][1]}`} />
              {words.legend[name]}
            </span>
          ))}
        </p>
      </figcaption>
      <BarFrame
        slots={bars.length}
        end={end}
        label={words.chart(
          bars.length,
          sum(bar => bar.promise),
          sum(bar => bar.income ?? 0),
        )}
        ends={[first && formatMonth(first.month), last && formatMonth(last.month)]}
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
                className={fills.promise[0]}
              />
              <rect
                {...{ x: left, width, y: barHeight - known - unknown, height: unknown }}
                className={fills.open[0]}
              />
              <rect x={right} width={width} y={barHeight - paid} height={paid} className={fills.income[0]} />
            </g>
          )
        })}
      </BarFrame>
    </figure>
  )
}

import { useMemo, useState } from 'react'
import type { EarningsSeries } from '#contract/money/earnings.ts'
import { texts } from '#texts/pages/earnings.ts'
import { axisEnd } from '../../lib/axis.ts'
import { formatDay, formatMoney, formatNumber, formatViews } from '../../lib/format.ts'
import { BarFrame, barHeight, barSize, barSlot } from '../../ui/bar-frame.tsx'
import { Section } from '../../ui/card.tsx'
import { type Bar, barsOf } from './rules.ts'

const { byDay: words } = texts
const whenOf = ({ from, to }: Bar): string =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
const readout = (bar: Bar): string =>
  `${whenOf(bar)}: ${formatMoney(bar.earnings)}, ${formatViews(bar.views)}`

/** Earnings as bars, one per day or week. The bar under the pointer is described in words; a table has every figure. */
export function DayChart({ days }: { days: EarningsSeries['days'] }) {
  const bars = useMemo(() => barsOf(days), [days])
  const [pointed, setPointed] = useState<number | null>(null)
  const best = bars.reduce<Bar | null>((top, bar) => (bar.earnings > (top?.earnings ?? 0) ? bar : top), null)
  const end = axisEnd(best?.earnings ?? 0)
  const total = bars.reduce((sum, bar) => sum + Math.round(bar.earnings * 100), 0) / 100
  const told = (pointed !== null && bars[pointed]) || null
  const [first, last] = [bars[0], bars.at(-1)]
  return (
    <Section id="earnings-by-day" title={bars.length < days.length ? words.weekly : words.title}>
      <figure>
        <figcaption className="numeric mb-4 min-h-10 text-sm sm:min-h-5" aria-hidden="true">
          {told ? readout(told) : best && `${words.best}: ${readout(best)}`}
        </figcaption>
        <BarFrame
          slots={bars.length}
          end={end}
          label={words.summary({
            total: formatMoney(total),
            bars: bars.length,
            best: best ? readout(best) : '–',
          })}
          times={[first && formatDay(first.from), last && formatDay(last.to)]}
          onPoint={setPointed}
        >
          {bars.map((bar, index) => {
            const size = barSize(bar.earnings, end)
            return (
              <rect
                key={bar.from}
                x={index * barSlot + barSlot * 0.14}
                width={barSlot * 0.72}
                y={barHeight - size}
                height={size}
                className={index === pointed || (!told && bar === best) ? 'fill-glow' : 'fill-pine'}
              />
            )
          })}
        </BarFrame>
      </figure>
      <details className="mt-4">
        <summary className="w-fit cursor-pointer rounded-sm py-1 font-semibold text-accent text-sm">
          {words.table}
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
        <section aria-label={words.tableName} className="mt-2 max-h-80 overflow-y-auto" tabIndex={0}>
          <table className="w-full text-sm">
            <thead>
              <tr className="text-left text-muted">
                {Object.values(words.columns).map(column => (
                  <th key={column} scope="col" className="py-1.5 font-medium not-first:text-right">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-line border-t">
              {bars.map(bar => (
                <tr key={bar.from}>
                  <th scope="row" className="py-1.5 text-left font-normal">
                    {whenOf(bar)}
                  </th>
                  <td className="numeric py-1.5 text-right">{formatMoney(bar.earnings)}</td>
                  <td className="numeric py-1.5 text-right">{formatNumber(bar.views)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </Section>
  )
}

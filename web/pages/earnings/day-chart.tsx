import { useMemo, useState } from 'react'
import type { EarningsSeries } from '#contract/money/earnings.ts'
import { formatDay, formatMoney, formatNumber, formatViews } from '../../lib/format.ts'
import { Section } from '../../ui/card.tsx'
import { axisEnd, type Bar, barsOf } from './rules.ts'
import { texts } from './texts.ts'

const { byDay: words } = texts
/** Units of the drawing; it is stretched to the page's width, so it contains no strokes or text. */
const height = 100
const slot = 10

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
  const pointAt = (event: React.PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const at = Math.floor(((event.clientX - box.left) / box.width) * bars.length)
    setPointed(Math.min(bars.length - 1, Math.max(0, at)))
  }
  return (
    <Section id="earnings-by-day" title={bars.length < days.length ? words.weekly : words.title}>
      <figure>
        <figcaption className="numeric mb-4 min-h-10 text-sm sm:min-h-5" aria-hidden="true">
          {told ? readout(told) : best && `${words.best}: ${readout(best)}`}
        </figcaption>
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
          <div
            aria-hidden="true"
            className="numeric flex h-44 flex-col justify-between text-right text-muted text-xs leading-none sm:h-56"
          >
            <span>{formatMoney(end)}</span>
            <span>{formatMoney(end / 2)}</span>
            <span>{formatMoney(0)}</span>
          </div>
          <div className="relative h-44 sm:h-56">
            <div aria-hidden="true" className="absolute inset-0 flex flex-col justify-between">
              {[0, 1, 2].map(line => (
                <span key={line} className="border-line border-t" />
              ))}
            </div>
            <svg
              role="img"
              aria-label={words.summary(formatMoney(total), bars.length, best ? readout(best) : '–')}
              viewBox={`0 0 ${bars.length * slot} ${height}`}
              preserveAspectRatio="none"
              className="absolute inset-0 size-full touch-pan-y"
              onPointerMove={pointAt}
              onPointerDown={pointAt}
              onPointerLeave={() => setPointed(null)}
            >
              {bars.map((bar, index) => {
                const size = Math.max(0, bar.earnings / end) * height
                return (
                  <rect
                    key={bar.from}
                    x={index * slot + slot * 0.14}
                    width={slot * 0.72}
                    // Even the smallest earnings are visible.
                    y={height - (bar.earnings > 0 ? Math.max(size, 0.8) : 0)}
                    height={bar.earnings > 0 ? Math.max(size, 0.8) : 0}
                    className={index === pointed || (!told && bar === best) ? 'fill-glow' : 'fill-pine'}
                  />
                )
              })}
            </svg>
          </div>
          <div
            aria-hidden="true"
            className="numeric col-start-2 mt-2 flex justify-between text-muted text-xs"
          >
            <span>{first && formatDay(first.from)}</span>
            <span>{last && formatDay(last.to)}</span>
          </div>
        </div>
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

import type { ReactNode } from 'react'
import { formatMoney } from '../lib/format.ts'

/** Units of the drawing; it is stretched to the page's width, so it contains no strokes or text. */
export const barHeight = 100
export const barSlot = 10
/** Of an amount on an axis; even the smallest one is visible. */
export const barSize = (amount: number, end: number): number =>
  amount > 0 ? Math.max((amount / end) * barHeight, 0.8) : 0

/** Bars over time with their axis; `children` are drawn in slots, and `onPoint` says which one is pointed at. */
export function BarFrame({
  slots,
  end,
  format = formatMoney,
  label,
  times,
  onPoint,
  children,
}: {
  slots: number
  /** the amount at the top */
  end: number
  /** writes an amount on the axis; dollars if left out */
  format?: (amount: number) => string
  /** what screen readers say of the drawing */
  label: string
  /** the first and the last time, and what is evenly between them */
  times: readonly (string | undefined)[]
  onPoint: (slot: number | null) => void
  children: ReactNode
}) {
  const pointAt = (event: React.PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const at = Math.floor(((event.clientX - box.left) / box.width) * slots)
    onPoint(Math.min(slots - 1, Math.max(0, at)))
  }
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <div
        aria-hidden="true"
        className="numeric flex h-44 flex-col justify-between text-right text-muted text-xs leading-none sm:h-56"
      >
        <span>{format(end)}</span>
        <span>{format(end / 2)}</span>
        <span>{format(0)}</span>
      </div>
      <div className="relative h-44 sm:h-56">
        <div aria-hidden="true" className="absolute inset-0 flex flex-col justify-between">
          {[0, 1, 2].map(line => (
            <span key={line} className="border-line border-t" />
          ))}
        </div>
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${slots * barSlot} ${barHeight}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full touch-pan-y"
          onPointerMove={pointAt}
          onPointerDown={pointAt}
          onPointerLeave={() => onPoint(null)}
        >
          {children}
        </svg>
      </div>
      <div aria-hidden="true" className="numeric col-start-2 mt-2 flex justify-between text-muted text-xs">
        {[...new Set(times)].map(time => (
          <span key={time}>{time}</span>
        ))}
      </div>
    </div>
  )
}

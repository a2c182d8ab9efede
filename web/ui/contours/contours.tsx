import { useEffect, useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { useSeen } from '../../lib/use-seen.ts'
import type { ContourLines } from './contour-lines.ts'

const drawn = new Map<string, Promise<ContourLines>>()

/** Computed once per ground, and only when the browser is idle: it is decoration. */
function groundOf(seed: number, columns: number, rows: number): Promise<ContourLines> {
  const key = `${seed}/${columns}/${rows}`
  const known = drawn.get(key)
  if (known) return known
  const made = import('./contour-lines.ts').then(module => module.contourLines(seed, columns, rows))
  drawn.set(key, made)
  return made
}

const whenIdle = (work: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 1500 })
  return () => cancelIdleCallback(handle)
}

/** Map contour lines, the product's only decoration. Fills its positioned parent, behind the content. */
export function Contours({
  seed,
  columns = 60,
  rows = 38,
  className,
}: {
  seed: number
  columns?: number
  rows?: number
  className?: string
}) {
  const [shape, setShape] = useState<ContourLines | null>(null)
  const [ref, seen] = useSeen<HTMLDivElement>(0)
  useEffect(() => {
    if (!seen) return
    let wanted = true
    const cancel = whenIdle(() => {
      groundOf(seed, columns, rows).then(
        made => wanted && setShape(made),
        () => undefined, // the page is complete without it
      )
    })
    return () => {
      wanted = false
      cancel()
    }
  }, [seed, columns, rows, seen])
  return (
    <div
      ref={ref}
      aria-hidden="true"
      className={cx('pointer-events-none absolute inset-0 overflow-hidden', className)}
    >
      {shape && (
        <svg
          aria-hidden="true"
          viewBox={shape.viewBox}
          preserveAspectRatio="xMidYMid slice"
          className="size-full animate-fade text-contour"
          fill="none"
          stroke="currentColor"
        >
          <path d={shape.thin} strokeWidth="1" opacity="0.75" vectorEffect="non-scaling-stroke" />
          <path d={shape.index} strokeWidth="1.75" vectorEffect="non-scaling-stroke" />
        </svg>
      )}
    </div>
  )
}

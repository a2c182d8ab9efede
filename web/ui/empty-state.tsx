import type { ReactNode } from 'react'
import { Contours } from './contours/contours.tsx'

/** An empty list: says so and what to do, on contour lines. */
export function EmptyState({
  title,
  children,
  action,
  seed = 11,
  heading: Heading = 'h3',
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  seed?: number
  heading?: 'h2' | 'h3' | 'p'
}) {
  return (
    <div className="relative isolate grid place-items-center overflow-hidden rounded-xl border border-line border-dashed px-6 py-14 text-center">
      <Contours seed={seed} columns={40} rows={20} className="-z-10" />
      <Heading className="heading text-[1.625rem]">{title}</Heading>
      {children && <div className="mt-2 max-w-md text-muted">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}

import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../../lib/cx.ts'

/** One item of a tab. The current one is framed and scrolled into view: the shortcuts act on it. */
export function ItemCard({
  current,
  onFocus,
  children,
}: {
  current: boolean
  onFocus: () => void
  children: ReactNode
}) {
  const ref = useRef<HTMLLIElement>(null)
  const first = useRef(true)
  useEffect(() => {
    // Not on opening: the page stays at its top.
    if (!first.current && current) ref.current?.scrollIntoView({ block: 'nearest' })
    first.current = false
  }, [current])
  return (
    <li
      ref={ref}
      data-current={current || undefined}
      onFocusCapture={onFocus}
      className={cx(
        'scroll-my-24 rounded-lg border bg-surface p-3.5 transition-colors',
        current ? 'border-accent' : 'border-line',
      )}
    >
      {children}
    </li>
  )
}

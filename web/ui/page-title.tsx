import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { brand } from '#contract/brand.ts'
import { cx } from '../lib/cx.ts'
import { wasNavigatedTo } from '../lib/navigation.ts'
import { visit } from '../lib/visit.ts'

/** The page's h1. Sets the window's title, and takes the focus after a navigation so that a screen reader reads it. */
export function PageTitle({
  title,
  windowTitle = `${title} · ${brand}`,
  className,
  focused = false,
  children,
}: {
  title: string
  windowTitle?: string
  className?: string
  /** takes the focus when it appears without a navigation, replacing the pressed element */
  focused?: boolean
  /** shown instead of the title if the heading is more than text */
  children?: ReactNode
}) {
  const ref = useRef<HTMLHeadingElement>(null)
  const [location] = useLocation()
  const { drawing } = visit()
  if (drawing) drawing.title = windowTitle
  useEffect(() => {
    document.title = windowTitle
  }, [windowTitle])
  // biome-ignore lint/correctness/useExhaustiveDependencies: two addresses may show one page; each is a navigation
  useEffect(() => {
    // An open menu keeps the focus, because it closes when it loses it.
    if (focused || (wasNavigatedTo() && !document.querySelector('[role=menu]')))
      ref.current?.focus({ preventScroll: true })
  }, [location])
  return (
    <h1 ref={ref} tabIndex={-1} className={cx('heading', className ?? 'text-[2.25rem] sm:text-[2.75rem]')}>
      {children ?? title}
    </h1>
  )
}

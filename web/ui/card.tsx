import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../lib/cx.ts'

/** A surface. Flat: only floating elements have a shadow. */
export const Card = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={cx('rounded-xl border border-line bg-surface', className)} />
)

/** A list whose items are links or buttons: cards side by side, and on a phone the rows of one card. */
export const tilesClass =
  'grid max-sm:divide-y max-sm:overflow-hidden max-sm:rounded-xl max-sm:border sm:gap-3'
/** What can be pressed in such an item. */
export const tileClass =
  'flex size-full bg-surface px-4 py-3 text-left -outline-offset-2 transition-colors max-sm:hover:bg-ink/4 sm:rounded-xl sm:border sm:p-5 sm:hover:border-line-strong'

/** A named card: a landmark for screen readers, with a visible heading. */
export function Section({
  title,
  action,
  id,
  className,
  children,
}: {
  title: string
  id: string
  action?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <section
      aria-labelledby={id}
      className={cx('rounded-xl border border-line bg-surface p-5 sm:p-6', className)}
    >
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id={id} className="heading scroll-mt-24 text-[1.375rem]">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

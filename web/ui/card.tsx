import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../lib/cx.ts'

/** A surface. Flat: only floating elements have a shadow. */
export const Card = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={cx('rounded-xl border border-line bg-surface', className)} />
)

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

import { type ReactNode, useState } from 'react'
import { texts } from '#texts/pages/admin.ts'
import { cx } from '../../lib/cx.ts'
import { Button } from '../../ui/button.tsx'

/** A list's filters, which a phone shows on request. */
export function Filters({
  count,
  className,
  children,
}: {
  /** how many of them narrow the list */
  count: number
  /** columns and gaps */
  className: string
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start lg:hidden"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {texts.filters({ count })}
      </Button>
      <div className={cx('grid', className, !open && 'max-lg:hidden')}>{children}</div>
    </>
  )
}

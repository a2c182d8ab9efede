import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'

// One column on a phone, in document order; on a desktop the highlights are beside the rest.
const beside = 'lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_1fr]'

/** Where the parts of a video's page are: the same while it loads, so that nothing moves. */
export const Places = ({
  title,
  picture,
  actions,
  below,
  panel,
  children,
}: {
  title: ReactNode
  picture?: ReactNode
  /** below the picture, before anything else */
  actions?: ReactNode
  /** below the actions */
  below?: ReactNode
  /** beside the picture on a desktop */
  panel?: ReactNode
  /** below those */
  children?: ReactNode
}) => (
  <div className="page py-7 sm:py-10">
    {title}
    <div className={cx('mt-5 grid grid-cols-1 items-start gap-7', Boolean(panel) && beside)}>
      <div className="min-w-0 lg:col-start-1">
        {picture}
        {actions && <div className={cx(Boolean(picture) && 'mt-3')}>{actions}</div>}
        {below}
      </div>
      {panel && <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">{panel}</div>}
      {children && <div className="min-w-0 space-y-6 lg:col-start-1">{children}</div>}
    </div>
  </div>
)

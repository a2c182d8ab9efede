import { cx } from '../lib/cx.ts'

/** The place of something that is on its way. The region around it says so to screen readers. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={cx('animate-wait rounded-md bg-ink/8', className)} />
)

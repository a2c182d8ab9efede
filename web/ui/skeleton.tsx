import { cx } from '../lib/cx.ts'

/** A placeholder while something loads. The region around it tells screen readers. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={cx('animate-wait rounded-md bg-ink/8', className)} />
)

/** Skeletons for a list that is loading, with `label` for screen readers. @param rows the height of each, as a class */
export const Waiting = ({
  label,
  rows,
  className,
}: {
  label: string
  rows: readonly string[]
  className?: string
}) => (
  <div role="status" className={className}>
    <span className="sr-only">{label}</span>
    {rows.map((height, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
      <Skeleton key={row} className={height} />
    ))}
  </div>
)

/** `count` rows of the same height, for `Waiting`. */
export const rowsOf = (count: number, height: string): string[] => Array<string>(count).fill(height)

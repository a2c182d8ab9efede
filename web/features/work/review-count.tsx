import { useQuery } from '@tanstack/react-query'
import { texts } from '#texts/features/work/count.ts'
import { reading } from '../../lib/calls/call.ts'
import { cx } from '../../lib/cx.ts'

/** Beside a link to Review: how many videos wait. Whatever refreshes the work list refreshes it. */
export function ReviewCount({ className }: { className: string }) {
  // A list that failed offers to try again; the count doesn't do so behind its back.
  const { data } = useQuery({ ...reading('adminStats'), retryOnMount: false })
  const count = data?.work.find(({ kind }) => kind === 'review')?.count
  return count ? (
    <span
      className={cx(
        'numeric rounded-full bg-accent px-1.5 py-1 font-bold text-[0.6875rem] text-on-accent leading-none',
        className,
      )}
    >
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only"> {texts.waiting({ count })}</span>
    </span>
  ) : null
}

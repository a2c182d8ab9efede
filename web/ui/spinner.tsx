import { texts } from '#texts/ui.ts'
import { cx } from '../lib/cx.ts'

/** A spinning ring. With a label it is announced; without one, the text beside it is enough. */
export function Spinner({ small = false, label }: { small?: boolean; label?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex">
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className={cx('animate-spin motion-reduce:animate-wait', small ? 'size-4' : 'size-7 text-accent')}
      >
        <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="3" opacity="0.22" />
        <path
          d="M12 3a9 9 0 0 1 9 9"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}

/** Fills the window while nothing can be shown yet. */
export function FullSpinner({ label = texts.loading }: { label?: string }) {
  return (
    <div className="grid min-h-[70svh] place-items-center">
      <Spinner label={label} />
    </div>
  )
}

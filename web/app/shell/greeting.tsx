import { type CurrentUser, greetingName } from '#contract/accounts.ts'

export const greetingLook =
  'flex h-10 max-w-44 items-center gap-2 rounded-full border border-line bg-surface px-3.5 font-semibold text-sm transition-colors hover:border-line-strong'

/** The text of the account menu's chip. */
export const Greeting = ({ user }: { user: CurrentUser }) => (
  <>
    <span className="truncate">{greetingName(user)}</span>
    <svg aria-hidden="true" viewBox="0 0 12 8" className="w-2.5 shrink-0 text-muted">
      <path d="m1 1.5 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  </>
)

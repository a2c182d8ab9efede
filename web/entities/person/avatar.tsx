import type { AdminUser } from '#contract/accounts.ts'
import { initialsOf } from './names.ts'

/** A person's initials: the content policy blocks images from other sites. */
export const Avatar = ({ user }: { user: Pick<AdminUser, 'email' | 'firstName' | 'lastName'> }) => (
  <span
    aria-hidden="true"
    className="grid size-10 shrink-0 place-items-center rounded-full bg-pine-tint font-semibold text-pine text-sm"
  >
    {initialsOf(user)}
  </span>
)

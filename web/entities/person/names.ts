import type { AdminUser } from '#contract/accounts.ts'

type Named = Pick<AdminUser, 'firstName' | 'email'>

/** The first name, else the part of the address before the at-sign. */
export const nameOf = ({ firstName, email }: Named): string => firstName || (email.split('@')[0] ?? email)

/** One or two letters for someone without a picture. */
export const initialsOf = (user: Named & Pick<AdminUser, 'lastName'>): string =>
  `${nameOf(user).slice(0, 1)}${user.lastName?.slice(0, 1) ?? ''}`.toUpperCase()

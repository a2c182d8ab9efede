import type { AdminUser } from '#contract/accounts.ts'
import { formatClock } from '../../lib/format.ts'
import { texts } from './texts.ts'

type Named = Pick<AdminUser, 'email' | 'firstName'>

/** First name, or the part of the e-mail before the at-sign. */
export const nameOf = ({ firstName, email }: Named): string => firstName || (email.split('@')[0] ?? email)

/** One or two letters for somebody without a picture. */
export const initialsOf = (user: Named & Pick<AdminUser, 'lastName'>): string =>
  `${nameOf(user).slice(0, 1)}${user.lastName?.slice(0, 1) ?? ''}`.toUpperCase()

/** m:ss, or that nobody knows. */
export const durationOf = (seconds: number): string =>
  seconds > 0 ? formatClock(seconds) : texts.videos.unknownDuration

/** The days of a filter as the instants that the audit log is asked for: the last day counts as a whole. */
export function instants(from: string, until: string): { from?: string; to?: string } {
  const end = until ? new Date(`${until}T00:00:00`) : null
  end?.setDate(end.getDate() + 1)
  return {
    ...(from ? { from: new Date(`${from}T00:00:00`).toISOString() } : {}),
    ...(end ? { to: end.toISOString() } : {}),
  }
}

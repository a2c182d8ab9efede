import { formatMoment } from './format.ts'
import { language } from './language.ts'

const ago = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })

/** now, 5 minutes ago, 3 hours ago; after a day as {@link formatMoment}. */
export function formatAgo(iso: string, now = new Date()): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 60_000))
  if (minutes < 1) return ago.format(0, 'second')
  if (minutes < 60) return ago.format(-minutes, 'minute')
  return minutes < 24 * 60 ? ago.format(-Math.floor(minutes / 60), 'hour') : formatMoment(iso, now)
}

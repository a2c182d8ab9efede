import { zonedTime } from '#server/core/time-zone.ts'

const hourOfDigest = 9

/**
 * The week whose digest is due in a zone now, as the date of its Monday there: from nine on Monday to the end
 * of Tuesday, so that a server that was down on Monday still sends it. Null at other times. A week is
 * identified by the date and not by an instant, so that clock changes don't create another week.
 */
export function digestWeek(now: Date, timeZone: string): string | null {
  const local = zonedTime(now, timeZone)
  const due = (local.dayOfWeek === 1 && local.hour >= hourOfDigest) || local.dayOfWeek === 2
  return due
    ? local
        .toPlainDate()
        .subtract({ days: local.dayOfWeek - 1 })
        .toString()
    : null
}

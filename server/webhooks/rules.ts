const minute = 60_000
const hour = 60 * minute

/** Pauses between attempts: ten attempts within about three days. Milliseconds. */
const pauses = [5000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

/** When to try again after this many attempts; null to give up. */
export function retryAt(attempts: number, now: Date): Date | null {
  const pause = pauses[attempts - 1]
  return pause === undefined ? null : new Date(now.getTime() + pause)
}

/** An address at which nothing has arrived for this long is switched off. Milliseconds. */
export const failsForMs = 3 * 24 * hour
/** Deliveries are listed for this long. Milliseconds. */
export const keptMs = 30 * 24 * hour

/** The receiver wants no more (RFC 9110, section 15.5.11). */
const gone = 410

/** Whether a webhook is switched off after a failed delivery. @param status of the answer; null: there was none */
export const isOver = (failingSince: Date, status: number | null, now: Date): boolean =>
  status === gone || now.getTime() - failingSince.getTime() >= failsForMs

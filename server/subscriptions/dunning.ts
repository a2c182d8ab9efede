import type { Tx } from '#server/core/db/database.ts'
import { fromCents, toDollars } from '#server/core/money.ts'
import { enqueueMail } from '#server/mail/index.ts'
import { graceUntil } from './rules.ts'

/** Queues a mail about an unpaid renewal, with the details; once per attempt. */
export async function mailFailedRenewal(
  tx: Tx,
  {
    userId,
    invoiceId,
    attempt,
    cents,
    since,
    now,
  }: { userId: string; invoiceId: string; attempt: number; cents: number; since: Date; now: Date },
): Promise<void> {
  const until = graceUntil(since)
  await enqueueMail(
    tx,
    {
      userId,
      videoId: null,
      template: 'renewal_failed',
      data: {
        amount: toDollars(fromCents(cents)),
        graceUntil: now < until ? until.toISOString() : null,
      },
      eventKey: `renewal_failed:${invoiceId}:${attempt}`,
    },
    now,
  )
}

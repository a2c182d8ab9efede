import type { Deps } from '#server/deps.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { mailBody } from '#server/platform/mail/layout.ts'
import { fromCents, inWords } from '#server/platform/money.ts'
import { graceDays } from './rules.ts'

/** Tells a person that a renewal was not paid, once per attempt. A mail server that is down makes the job come again. */
export async function mailFailedRenewal(
  { mailer, publicUrl }: Pick<Deps, 'mailer' | 'publicUrl'>,
  tx: Tx,
  {
    userId,
    invoiceId,
    attempt,
    cents,
  }: { userId: string; invoiceId: string; attempt: number; cents: number },
): Promise<void> {
  const mine = await tx
    .insertInto('billing_mails')
    .values({ event_key: `renewal_failed:${invoiceId}:${attempt}`, sent_at: new Date() })
    .onConflict(c => c.doNothing())
    .returning('event_key')
    .executeTakeFirst()
  if (!mine) return
  const user = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) return
  await mailer.send({
    to: user.email,
    subject: 'Your plan could not be renewed',
    ...mailBody({
      heading: 'Your plan could not be renewed',
      paragraphs: [
        `Your card was not charged: the payment of ${inWords(fromCents(cents))} for your plan was declined.`,
        `Your plan goes on for ${graceDays} days while we try again. Give another card to keep it.`,
      ],
      action: { label: 'Give another card', url: `${publicUrl}/premium` },
    }),
  })
}

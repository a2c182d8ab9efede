import type { PlatformFigures } from '#contract/admin.ts'
import { sentences } from '#sentences/admin.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import { enqueueMail, type MailData, sendNow } from '#server/mail/index.ts'

const factsOf = (figures: PlatformFigures, now: Date): MailData['weekly_digest'] => ({
  week: now.toISOString().slice(0, 10),
  intro: sentences.videosWait({ count: figures.pendingVideos }),
  figures: [
    { label: sentences.users, value: { count: figures.totalUsers } },
    { label: sentences.videos, value: { count: figures.totalVideos } },
    { label: sentences.revenue, value: { dollars: figures.totalRevenue } },
    { label: sentences.waitingForReview, value: { count: figures.pendingVideos } },
    { label: sentences.processing, value: { count: figures.processingVideos } },
    { label: sentences.pendingPayouts, value: { count: figures.pendingPayouts } },
  ],
  link: '/admin',
})

/**
 * Mails the platform's figures to a staff member, and waits until the mail server accepts the mail.
 * @throws AppError invalid_input for an address that no staff member has, unavailable when the mail isn't
 * accepted
 */
export async function sendDigestTo(
  deps: Pick<Deps, 'db' | 'clock' | 'mailer' | 'secrets' | 'publicUrl' | 'log'>,
  by: Auditor,
  adminEmail: string,
  figures: PlatformFigures,
): Promise<void> {
  const { db, clock } = deps
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', adminEmail.toLowerCase())
    .where('role', 'in', ['admin', 'moderator'])
    .where('email_verified', '=', true)
    .executeTakeFirst()
  if (!person)
    throw new AppError('invalid_input', sentences.staffOnly, {
      field: 'adminEmail',
    })
  const eventKey = `staff_digest:${by.requestId}`
  await db.transaction().execute(async tx => {
    const data = factsOf(figures, clock.now())
    // Not due for a while, so that the regular sender leaves it to this request.
    const notBefore = new Date(clock.now().getTime() + 3600_000)
    await enqueueMail(
      tx,
      { userId: person.id, videoId: null, template: 'weekly_digest', data, eventKey, notBefore },
      clock.now(),
    )
    await record(tx, {
      ...by,
      action: 'digest.send',
      objectType: 'user',
      objectId: person.id,
      after: { sentTo: adminEmail },
    })
  })
  // Requested manually, so the preference for the weekly mail doesn't apply. It is about no single video.
  const given = { wants: async () => true, coverOf: async () => null }
  const refusal = await sendNow({ ...deps, ...given }, eventKey)
  if (refusal) throw new AppError('unavailable', refusal)
}

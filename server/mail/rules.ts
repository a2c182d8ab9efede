import { isNews, type MailTemplate, type mailOnlyTypes, type OwnMail } from '#contract/mail.ts'
import type { Notification } from '#contract/notifications.ts'

/** A mail's state; canceled: withdrawn before it was sent. */
export type MailState = 'waiting' | 'sending' | 'sent' | 'failed' | 'skipped' | 'cancelled'

/** The key of a preference. */
export type MailType = Notification['type'] | (typeof mailOnlyTypes)[number]

/**
 * Which preference decides about a mail: usually that of the related notification. null: always sent, because
 * money is owed, someone else may have gotten in, or something of theirs has stopped.
 */
const preferences: Record<OwnMail, MailType | null> = {
  upload_received: 'upload_received',
  ai_completed: 'ai_completed',
  milestone_reached: 'earnings_milestone',
  weekly_digest: 'weekly_digest',
  renewal_failed: null,
  new_device: null,
  new_sign_in_method: null,
  new_access_token: null,
  webhook_off: null,
  bank_account: null,
  // To followers, who have no preferences: one link ends each.
  follow_confirm: null,
  rides_published: null,
}
export const preferenceOf = (template: MailTemplate): MailType | null =>
  isNews(template) ? template : preferences[template]

/** The mails about single files that are sent as one for all files uploaded in one go. */
export const sessionTemplates: readonly MailTemplate[] = ['upload_received', 'ai_completed']

const minute = 60_000
/** How long a mail waits for the rest of its upload session; a stuck file doesn't hold it longer. */
export const sessionHoldsMs = 30 * minute
/** How often a waiting mail looks whether its session is over. */
export const sessionLookMs = minute
const longestPause = 60 * minute
/** RFC 5321, 4.5.4.1 recommends giving up after four or five days; these mails are outdated by then. */
const giveUpAfter = 72 * 60 * minute
/**
 * A mail that was claimed and never finished belongs to a dead server. Longer than any answer may take (RFC
 * 5321, 4.5.3.2.6 allows ten minutes for the end of DATA), so that no one sends it a second time meanwhile.
 */
export const claimHoldsMs = 30 * minute
/** A permanently refused address may work again later. */
export const refusedForMs = 30 * 24 * 60 * minute

/** When to retry after this many attempts: 1, 2, 4 … minutes, then hourly; null to give up. */
export function retryAt(attempts: number, firstDue: Date, now: Date): Date | null {
  if (now.getTime() - firstDue.getTime() >= giveUpAfter) return null
  const pause = Math.min(longestPause, minute * 2 ** Math.min(20, attempts - 1))
  return new Date(now.getTime() + pause)
}

export type MailFailure =
  /** the address doesn't exist or accepts no mail */
  | 'address'
  /** no mail server is reachable, so nothing else can be sent either */
  | 'unreachable'
  /** anything else: busy, greylisted, over quota, or a policy that may change */
  | 'later'

export interface SmtpError {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

/**
 * What a failed attempt means. Only a permanent answer to RCPT TO is about the address, except those about
 * policy and relaying (enhanced codes X.7.x and X.4.x, RFC 3463): they are about the sender or the route, and
 * one wrong setting must not block every address.
 */
export function failureOf(error: SmtpError): MailFailure {
  const { code = '', command = '', responseCode = 0, response = '' } = error
  if (code === 'EENVELOPE' && responseCode >= 500 && (command === 'RCPT TO' || command === 'API')) {
    const enhanced = /\b5\.(\d{1,3})\.\d{1,3}\b/.exec(response)?.[1]
    const elsewhere = enhanced ? enhanced !== '1' && enhanced !== '2' : /relay/i.test(response)
    return elsewhere ? 'later' : 'address'
  }
  const noConnection = ['ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ESOCKET', 'ECONNREFUSED', 'EAUTH', 'ETLS']
  return noConnection.includes(code) && (command === 'CONN' || code === 'EAUTH') ? 'unreachable' : 'later'
}

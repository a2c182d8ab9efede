import { api } from '#contract/paths.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { Secrets } from '#server/core/secrets.ts'
import type { MailType } from './rules.ts'

const purpose = 'unsubscribe'
const pattern = /^([\w-]{1,100})\.([a-z_]{1,40})\.([A-Za-z0-9_-]{43})$/

/**
 * The address in a mail that unsubscribes this person from this kind of mail, without a session, for as long
 * as mails are kept.
 */
export function unsubscribeUrl(
  { secrets, publicUrl }: { secrets: Secrets; publicUrl: string },
  userId: string,
  type: MailType,
): string {
  const text = `${userId}.${type}`
  return new URL(api.unsubscribe(`${text}.${secrets.sign(purpose, text)}`), publicUrl).href
}

/** The person and kind of mail of an unsubscribe address. @throws AppError not_found for a forged one */
export function readUnsubscribeToken(secrets: Secrets, token: string): { userId: string; type: MailType } {
  const [, userId, type, signature] = pattern.exec(token) ?? []
  if (!userId || !type || !signature || !secrets.verify(purpose, `${userId}.${type}`, signature))
    throw notFound('unsubscribeLink')
  return { userId, type: type as MailType }
}

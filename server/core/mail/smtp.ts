import { createTransport } from 'nodemailer'
import { notInTransaction } from '../db/slow-calls.ts'
import type { Mailer } from './mailer.ts'

/**
 * Sends over SMTP (RFC 5321).
 * @param url smtp:// or smtps:// with host, port and, if needed, user and password
 * @param from the sender, 'Name <address>'
 * @param patienceMs how long an answer may take. With retries it must be ten minutes: a client that hangs up
 *   before the answer to DATA sends twice what was accepted (RFC 5321, 4.5.3.2.6)
 */
export function smtpMailer({
  url,
  from,
  patienceMs = 30_000,
}: {
  url: string
  from: string
  patienceMs?: number
}): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: patienceMs,
      // Nothing in a mail may make this server read a file or fetch an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send({ to, subject, text, html, messageId, headers }) {
      notInTransaction('The mail server')
      // An object's address is used literally; a string would be parsed as a list of recipients.
      const sent = await transport.sendMail({
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(messageId ? { messageId } : {}),
        ...(headers ? { headers } : {}),
      })
      if (sent.rejected.length > 0)
        throw new Error(`The mail server took no mail for ${sent.rejected.length} recipient(s)`)
    },
  }
}

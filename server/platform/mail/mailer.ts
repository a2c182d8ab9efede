/** One mail to one person; text always, HTML beside it. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** '<left@right>' (RFC 5322, 3.6.4); made up when left out. */
  messageId?: string
  headers?: Record<string, string>
}

export interface Mailer {
  /** Hands the mail to the SMTP server. @throws when the server does not take it */
  send(mail: Mail): Promise<void>
}

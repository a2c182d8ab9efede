/** One mail to one person; text always, HTML beside it. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** Hands the mail to the SMTP server. @throws when the server does not take it */
  send(mail: Mail): Promise<void>
}

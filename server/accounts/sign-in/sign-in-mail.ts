import type { Language } from '#contract/reading/languages.ts'
import { sentences } from '#sentences/accounts.ts'
import type { Mail } from '#server/core/mail/mailer.ts'
import { renderNotice } from '#server/mail/index.ts'
import { linkMinutes } from '../rules.ts'

/** The mail with a sign-in link. It contains nothing that the requester could have chosen. */
export const signInMail = async (to: string, url: string, language: Language): Promise<Mail> => ({
  to,
  subject: sentences.signInMailSubject.in(language),
  ...(await renderNotice({
    language,
    title: sentences.pageSignInTitle.in(language),
    message: sentences.signInMailAsked({ address: to }).in(language),
    action: { label: sentences.pageSignIn.in(language), url },
    footnotes: [
      sentences.signInMailOnce({ minutes: linkMinutes }).in(language),
      sentences.signInMailNotYou.in(language),
    ],
  })),
})

import { brand } from '#contract/brand.ts'
import { renderNotice } from '#server/mail/index.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { linkMinutes } from '../rules.ts'

/** The mail with a sign-in link. It contains nothing that the requester could have chosen. */
export const signInMail = async (to: string, url: string): Promise<Mail> => ({
  to,
  subject: `Your sign-in link for ${brand}`,
  ...(await renderNotice({
    title: `Sign in to ${brand}`,
    message: `Someone, most likely you, asked to sign in with ${to}.`,
    action: { label: 'Sign in', url },
    footnotes: [
      `The link works once, within ${linkMinutes} minutes. Signing in with it confirms that this address is yours.`,
      'If you did not ask for it, do nothing: without the link nobody gets in.',
    ],
  })),
})

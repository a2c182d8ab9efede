import { brand } from '#contract/brand.ts'
import { catalog } from '#server/core/sentences.ts'

/** What people read about their account, signing in, and what admins do with accounts. */
export const sentences = catalog('accounts', {
  addressNotVerified: "This account's email address isn't verified. Verify it first, then sign in again.",
  badLink: 'Enter complete links that start with https://.',
  confirmEmail: 'Confirm your email address first.',
  fresh: ({ minutes }: { minutes: number }) =>
    `Sign in again to continue. For your security this needs a sign-in from the last ${minutes} minutes.`,
  googleNotSetUp: "Sign-in with Google isn't set up on this server. Use your email address instead.",
  lastAdmin: 'This is the last admin. Make someone else an admin first.',
  linkAsked: "If this address has an account, we've emailed it a sign-in link.",
  linkExpired: ({ minutes }: { minutes: number }) =>
    `This link has expired. Links work for ${minutes} minutes.`,
  linkUsed: 'This link has already been used. Each link signs you in once.',
  listExpected: ({ field }: { field: string }) => `${field} must be a JSON array of texts.`,
  mailNotSent: "We couldn't send the sign-in email. Please try again in a moment.",
  mailedInstead:
    "This address already has an account. We've emailed you a sign-in link: open it to continue.",
  otherIdentity:
    'This address belongs to an account with another sign-in at this provider. Enter your email to get a sign-in link instead.',
  ownSuspension: "You can't suspend your own account.",
  providerDown: "We can't reach the sign-in service. Please try again in a moment.",
  providerNotSetUp:
    "Sign-in with another service isn't set up on this server. Use your email address instead.",
  staffNeedTwoStep: 'Staff need two-step verification on this server.',
  suspended:
    "Your account is suspended: you can look around, but you can't change anything. Contact us if you think that's a mistake.",
  suspendedAddress: 'An account with this email address was suspended.',
  tokenInvalid: "This sign-in token isn't valid. Please sign in again.",
  tokenUsed: 'This sign-in token has already been used. Please sign in again.',
  twoStepExists: 'Two-step verification is already set up.',
  twoStepNeeded: 'Enter the code from your authenticator app to continue.',
  typeAddress: 'Enter the email address this link was sent to.',
  unverifiedStaff: "This person hasn't confirmed their email address yet, so they can't get a staff role.",
  wrongAddress: "That isn't the address this link was sent to.",
  wrongCode: "That code isn't right. Check the time on your phone and try the next one.",
  wrongEmail: "That isn't a valid email address.",
  pageAdvice: 'Go back and try again in a moment.',
  pageAskedOpen: 'Open it in this browser.',
  pageAskedTitle: 'Check your email',
  pageEmail: 'Email address',
  pageMailbox: 'Open the mailbox',
  pageNewAction: 'Email me a new link',
  pageNewTitle: 'Get a new sign-in link',
  pageOnce: "The link works once. If you didn't ask for it, just close this page.",
  pageOther: 'This link was requested in another browser. To sign in here, type the address it was sent to:',
  pageOverNext: "Enter your email and we'll send you a new one.",
  pageOverTitle: 'This link no longer works',
  pageReload: "Reload this page to try again. Your link hasn't been used.",
  pageSignIn: 'Sign in',
  pageSignInTitle: `Sign in to ${brand}`,
  pageSwitch: ({ person }: { person: string }) =>
    `You're signed in as ${person} right now. Signing in with this link switches this browser to the other account.`,
  pageYou: ({ person }: { person: string }) => `You're signing in as ${person}.`,
  reservedName: 'This name is reserved for our team. Please use your own name.',
  signInMailAsked: ({ address }: { address: string }) =>
    `Someone, most likely you, asked to sign in with ${address}.`,
  signInMailNotYou: "If you didn't ask for it, ignore this email. Nobody can sign in without the link.",
  signInMailOnce: ({ minutes }: { minutes: number }) =>
    `The link works once, within ${minutes} minutes. Signing in with it confirms that this address is yours.`,
  signInMailSubject: `Your sign-in link for ${brand}`,
})

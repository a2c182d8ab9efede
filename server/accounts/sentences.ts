import { catalog } from '#server/platform/sentences.ts'

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
})

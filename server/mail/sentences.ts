import { catalog } from '#server/core/sentences.ts'

/** Why an email that a person asked for didn't go out. */
export const sentences = catalog('mail', {
  alreadySent: 'This email has already been sent.',
  notSent: ({ reason }: { reason: string }) => `The email wasn't sent: ${reason}.`,
  serverRefused: "The mail server didn't accept the email. Please try again in a few minutes.",
})

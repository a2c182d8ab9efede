import { catalog } from '#server/core/sentences.ts'

/** What people read when they delete their account. */
export const sentences = catalog('privacy', {
  wrongAddress: "That isn't your account's email address.",
})

import { catalog } from '#server/platform/sentences.ts'

/** What admins read when a request of theirs can't be done. */
export const sentences = catalog('admin', {
  staffOnly: 'No staff member uses this address, and we only send the platform’s figures to staff.',
})

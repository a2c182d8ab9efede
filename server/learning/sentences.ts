import { catalog } from '#server/core/sentences.ts'

/** Why score weights can't be put to use. */
export const sentences = catalog('learning', {
  inUse: 'These weights are already in use.',
  otherAnalysis:
    'These weights were fitted for an earlier version of the analysis. Wait for the next proposal.',
  overtaken:
    'This proposal is no longer open: someone decided about it, or a newer one replaced it. Look at it again.',
  proposedMessage: ({ labels }: { labels: number }) =>
    `Reviewers' verdicts on ${labels} highlights suggest other scores. Nothing changes until an admin decides.`,
  proposedTitle: 'New score weights are proposed',
})

import { creatorShareInOlderCopy } from '#contract/constants.ts'
import { formatPercent } from '../../lib/format.ts'

export const texts = {
  duration: 'Duration',
  durationUnknown: 'Processing...',
  durationNever: 'N/A',
  uploaded: 'Uploaded',
  category: 'Category',
  published: 'Published',
  description: 'Description',
  revenue: 'Revenue',
  views: 'Views',
  earned: 'Earned',
  share: 'Creator share',
  shareValue: formatPercent(creatorShareInOlderCopy),
  damaged: (readable: string, promised: string) =>
    `Part of the file is damaged: ${readable} of ${promised} can be read.`,
  anyway: {
    button: 'Try anyway',
    keep: "Keep what's there",
    keepWhat: (until: string) => `We keep your file until ${until}.`,
    what: (until: string) =>
      `We keep your file until ${until}. "Try anyway" uses whatever can be read of it.`,
    done: { title: 'Trying again', description: "You'll see the video here as soon as it plays." },
    failed: "Couldn't try again",
    noConnection: "Couldn't reach the server. Please try again.",
  },
} as const

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
} as const

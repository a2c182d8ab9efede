import { milestones } from '#contract/money/constants.ts'
import { formatMoney } from '../../lib/format.ts'

const dollars = (value: number) => formatMoney(value).replace('.00', '')

export const texts = {
  title: 'Notifications',
  stats: {
    title: 'Platform stats',
    failed: 'Failed to load stats',
    users: 'Total users',
    videos: 'Total videos',
    revenue: 'Revenue',
    pending: 'Pending videos',
    processing: 'Processing videos',
    payouts: 'Pending payouts',
    loading: 'Loading the stats',
  },
  digest: {
    title: 'Weekly digest',
    explain:
      'The week of the whole platform in one mail: uploads, reviews, revenue. It goes to somebody of the staff.',
    email: 'Admin e-mail',
    send: 'Send Weekly Digest',
    sending: 'Sending...',
    sent: 'Weekly Digest Sent',
    failed: 'Failed to Send Digest',
    noConnection: 'The connection to the server failed. Please try again.',
    preview: 'See how it looks',
  },
  types: [
    {
      title: 'Sent to riders',
      entries: [
        ['Upload received', 'As soon as the last byte of a video is there.'],
        ['Analysis completed', 'With the number of highlights and the viral potential.'],
        ['Clip selected', 'When staff approve a video or one of its highlights, once it is final.'],
        ['Video published', 'With the link, when it is live on a platform.'],
        ['Video not selected', 'With the reason that staff chose, once it is final.'],
        ['Processing failed', 'With what to do about it.'],
      ],
    },
    {
      title: 'About money',
      entries: [
        [
          'Earnings milestone',
          `At ${milestones.slice(0, -1).map(dollars).join(', ')} and ${dollars(milestones.at(-1) ?? 0)}, each once.`,
        ],
        ['Payout processed', 'With the amount that arrives.'],
      ],
    },
    {
      title: 'On a schedule',
      entries: [['Weekly digest', "Mondays in the morning, in each rider's own time zone."]],
    },
  ],
} as const

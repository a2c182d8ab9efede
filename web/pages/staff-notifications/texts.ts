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
    explain: "The platform's week in one email: uploads, reviews, revenue. It goes to a staff member.",
    email: 'Admin email',
    send: 'Send Weekly Digest',
    sending: 'Sending...',
    sent: 'Weekly Digest Sent',
    failed: 'Failed to Send Digest',
    noConnection: "Couldn't reach the server. Please try again.",
    preview: 'Preview',
  },
  types: [
    {
      title: 'Sent to riders',
      entries: [
        ['Upload received', 'As soon as a video has finished uploading.'],
        ['Analysis completed', 'With the number of highlights and the viral potential.'],
        ['Clip selected', 'When staff approve a video or one of its highlights, once the decision is final.'],
        ['Video published', "With the link, when it's live on a platform."],
        ['Video not selected', 'With the reason staff chose, once the decision is final.'],
        ['Processing failed', 'With what the rider can do about it.'],
      ],
    },
    {
      title: 'About money',
      entries: [
        [
          'Earnings milestone',
          `At ${milestones.slice(0, -1).map(dollars).join(', ')} and ${dollars(milestones.at(-1) ?? 0)}, once each.`,
        ],
        ['Payout processed', 'With the amount the rider receives.'],
      ],
    },
    {
      title: 'On a schedule',
      entries: [['Weekly digest', "Monday mornings, in each rider's time zone."]],
    },
  ],
} as const

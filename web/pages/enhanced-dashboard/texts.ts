import { baseRatePerView, creatorShare, viralBonusMax } from '#contract/constants.ts'
import { formatMoney, formatPercent } from '../../lib/format.ts'
import type { ToastContent } from '../../lib/toast.ts'

export const texts = {
  title: (staff: boolean) => (staff ? 'Administrator Dashboard' : 'Enhanced Creator Dashboard'),
  tabsLabel: 'Dashboard',
  tabs: {
    overview: 'Overview',
    tracking: 'Tracking',
    previews: 'Previews',
    earnings: 'Earnings',
    notifications: 'Notifications',
    profile: 'Profile',
  },
  stats: {
    views: 'Total Views',
    earnings: 'Total Earnings',
    published: 'Videos Published',
    viral: 'Average Viral Score',
  },
  upload: {
    button: 'Upload New Video',
    dialog: 'Upload New Video',
    started: {
      title: 'Upload started',
      description: 'It is here, and is being processed.',
    } satisfies ToastContent,
  },
  quick: {
    upload: { title: 'Upload', text: 'Send the next ride; it is playable within seconds.' },
    earnings: { title: 'Earnings', text: 'What your videos may earn in a month.' },
    notifications: {
      title: 'Notifications',
      text: (unread: number) => (unread === 0 ? 'Everything is read.' : `${unread} unread.`),
    },
  },
  recent: 'Recent notifications',
  allNotifications: 'View all',
  empty: 'No videos uploaded yet',
  emptyText: 'Every video shows here how far it is, from its first byte to its highlights.',
  uploadFirst: 'Upload Your First Video',
  loading: 'Loading your videos',
  failed: 'Your videos could not be loaded',
  tracking: {
    progress: 'Processing progress',
    uploaded: 'Uploaded',
    ai: 'AI processing',
    viral: 'Viral score',
    noScore: 'N/A',
    error: 'AI Processing Failed',
  },
  aiStates: { completed: 'Complete', processing: 'In Progress', failed: 'Failed', pending: 'Pending' },
  previews: {
    processing: 'Processing video...',
    awaiting: 'Awaiting upload...',
    edit: 'Edit',
    play: 'Play',
    aiResults: 'AI results',
    highlights: 'Highlights',
    viral: 'Viral potential',
    action: 'Action clips',
    scenic: 'Scenic clips',
    compilation: 'Compilation',
    worthy: (count: number) => `${count} ${count === 1 ? 'highlight' : 'highlights'} above 0.7`,
    split: (action: number, scenic: number) => `${action} action, ${scenic} scenic`,
    premium: (count: number) => `${count} premium ${count === 1 ? 'clip' : 'clips'}`,
    shorts: (count: number) => `${count} action ${count === 1 ? 'short' : 'shorts'}`,
    stream: { inprogress: 'Stream in progress', ready: 'Stream ready', error: 'Stream failed' },
  },
  earnings: {
    title: 'Projected monthly earnings',
    failed: 'The projection could not be loaded',
    facts: [
      ['Base rate', `${formatMoney(baseRatePerView)} per view`],
      ['Viral bonus', `up to ${viralBonusMax}x`],
      ['Creator share', formatPercent(creatorShare)],
    ],
    perVideo: 'Projection per video',
    perVideoNote: 'Grows with the mean score of the highlights found in it.',
    none: 'No video has been analyzed yet',
    highlights: (count: number) => `${count} ${count === 1 ? 'highlight' : 'highlights'}`,
  },
} as const

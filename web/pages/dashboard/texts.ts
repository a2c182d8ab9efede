import { baseRatePerView, creatorShare, creatorShareInOlderCopy, viralBonusMax } from '#contract/constants.ts'
import { formatMoney, formatPercent } from '../../lib/format.ts'

export const texts = {
  title: (staff: boolean) => (staff ? 'Admin Dashboard' : 'Creator Dashboard'),
  stats: {
    views: 'Total Views',
    earnings: 'Total Earnings',
    published: 'Videos Published',
    processing: 'Processing',
    total: 'Total Videos',
    selected: 'Selected',
  },
  review: {
    title: 'Pending Review',
    text: (count: number) =>
      count === 1
        ? "One video is waiting for our reviewers. We'll let you know what they decide."
        : `${count} videos are waiting for our reviewers. We'll let you know what they decide.`,
  },
  projection: {
    title: 'Projected Earnings',
    condition: 'If published, assuming 1,000 views for each of your videos.',
    share: `Your ${formatPercent(creatorShare)} creator share`,
    basis: `Base rate ${formatMoney(baseRatePerView)} per view, viral bonus up to ${viralBonusMax}x.`,
    failed: "Couldn't load the projection",
  },
  details: { cover: 'Cover' },
  selection: {
    start: 'Select videos',
    label: 'Selected videos',
    all: 'Select all shown',
    count: (count: number) => `${count} selected`,
    video: (title: string) => `Select ${title}`,
    delete: 'Delete…',
    done: 'Done',
    question: (count: number) => (count === 1 ? 'Delete this video?' : `Delete ${count} videos?`),
    consequence: "This permanently deletes the videos, their clips and their highlights. You can't undo it.",
    more: (count: number) => `and ${count} more`,
    confirm: (count: number) => (count === 1 ? 'Delete the video' : `Delete ${count} videos`),
    deleting: (done: number, all: number) => `Deleting… ${done} of ${all}`,
    cancel: 'Keep them',
    deleted: (count: number) => (count === 1 ? 'Video deleted' : `${count} videos deleted`),
    someStayed: (count: number) =>
      count === 1 ? "1 video wasn't deleted" : `${count} videos weren't deleted`,
    failed: "Couldn't delete the videos",
    noConnection: 'Check your connection and try again.',
  },
  howItWorks: {
    title: 'How It Works',
    steps: [
      { title: 'Upload your raw footage', text: 'Straight from the camera, no editing needed.' },
      { title: 'AI enhances it', text: 'It finds the highlights and writes a title and tags.' },
      { title: 'We review and publish', text: 'We post selected videos on social platforms.' },
      {
        title: 'You get paid',
        text: `Earn ${formatPercent(creatorShareInOlderCopy)} of the revenue from each published video.`,
      },
    ],
  },
  recent: {
    title: 'Recent Videos',
    uploadNew: 'Upload New',
    empty: 'No videos uploaded yet',
    emptyText: 'Upload a ride and see its highlights in minutes.',
    uploadFirst: 'Upload Your First Video',
    failed: "Couldn't load your videos",
    loading: 'Loading your videos',
    details: 'View Details',
    resume: 'Resume',
    ai: 'AI',
  },
} as const

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
        ? 'One video is uploaded and waits for our reviewers. You will be told what they decide.'
        : `${count} videos are uploaded and wait for our reviewers. You will be told what they decide.`,
  },
  projection: {
    title: 'Projected Earnings',
    condition: 'If published: 1,000 views assumed for each of your videos.',
    share: `Your ${formatPercent(creatorShare)} creator share`,
    basis: `Base rate ${formatMoney(baseRatePerView)} per view, viral bonus up to ${viralBonusMax}x.`,
    failed: 'The projection could not be loaded',
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
    consequence: 'The videos, their clips and their highlights are deleted for good. This can’t be undone.',
    more: (count: number) => `and ${count} more`,
    confirm: (count: number) => (count === 1 ? 'Delete the video' : `Delete ${count} videos`),
    deleting: (done: number, all: number) => `Deleting… ${done} of ${all}`,
    cancel: 'Keep them',
    deleted: (count: number) => (count === 1 ? 'Video deleted' : `${count} videos deleted`),
    someStayed: (count: number) =>
      count === 1 ? '1 video was not deleted' : `${count} videos were not deleted`,
    failed: 'The videos were not deleted',
    noConnection: 'Check your connection and try again.',
  },
  howItWorks: {
    title: 'How It Works',
    steps: [
      { title: 'Upload your raw footage', text: 'Straight from the camera, nothing needs to be cut.' },
      { title: 'AI enhances it', text: 'Highlights, scenes, a title and tags are found for you.' },
      { title: 'We review and publish', text: 'Selected videos go out on social platforms.' },
      {
        title: 'You get paid',
        text: `Earn ${formatPercent(creatorShareInOlderCopy)} of the revenue of each published video.`,
      },
    ],
  },
  recent: {
    title: 'Recent Videos',
    uploadNew: 'Upload New',
    empty: 'No videos uploaded yet',
    emptyText: 'Your first ride is a few minutes away from its highlights.',
    uploadFirst: 'Upload Your First Video',
    failed: 'Your videos could not be loaded',
    loading: 'Loading your videos',
    details: 'View Details',
    resume: 'Resume',
    ai: 'AI',
  },
} as const

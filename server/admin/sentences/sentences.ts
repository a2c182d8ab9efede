import { catalog } from '#server/core/sentences.ts'

/** What admins read when a request of theirs can't be done, and what the weekly mail says. */
export const sentences = catalog('admin', {
  staffOnly: "No staff member uses this address, and we only send the platform's figures to staff.",
  earnedSoFar: 'Earned so far',
  pendingPayouts: 'Pending payouts',
  processing: 'Processing',
  publishedThisWeek: 'Published this week',
  revenue: 'Revenue',
  uploadedThisWeek: 'Uploaded this week',
  users: 'Users',
  videos: 'Videos',
  videosWait: ({ count }: { count: number }) =>
    `${count.toLocaleString('en-US')} ${count === 1 ? 'video is' : 'videos are'} waiting for review.`,
  viewsSoFar: 'Views so far',
  waitingForReview: 'Waiting for review',
  weekPublished: ({ count }: { count: number }) =>
    `${count === 1 ? 'One of your videos was' : `${count} of your videos were`} published this week.`,
  weekQuiet: 'A quiet week. The next ride is a few minutes of upload away.',
  weekUploaded: ({ count }: { count: number }) =>
    `You uploaded ${count === 1 ? 'a video' : `${count} videos`} this week.`,
  weekWaiting: "Your videos are still in review. You don't need to do anything.",
})

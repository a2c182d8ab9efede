import type { HeldReason } from '#contract/publishing/constants.ts'
import { formatViews } from '../../lib/format.ts'
import type { ToastContent } from '../../lib/toast.ts'

export const texts = {
  title: 'Counts on hold',
  text: "These counts look wrong, so they aren't shown or paid. The last accepted counts stay until these are confirmed or someone decides.",
  failed: "Couldn't load the counts on hold",
  empty: 'No counts are on hold.',
  reasons: {
    drop: 'Fewer views',
    jump: 'Sudden jump',
    ratio: 'Unusual ratio',
  } satisfies Record<HeldReason, string>,
  tableLabel: (title: string, platform: string) => `Counts of ${title} on ${platform}`,
  count: 'Count',
  accepted: 'Accepted',
  reported: 'Reported',
  counts: { views: 'Views', likes: 'Likes', comments: 'Comments', shares: 'Shares' },
  unknown: 'Not reported',
  never: 'Never counted before.',
  acceptedAt: (when: string) => `Accepted ${when}.`,
  seen: (times: number, from: string, to: string) =>
    times === 1 ? `Reported once, ${from}.` : `Reported ${times} times, ${from} to ${to}.`,
  open: (platform: string) => `Open on ${platform}`,
  adminDecides: 'An admin decides.',
  accept: 'Accept',
  dismiss: 'Dismiss',
  acceptTitle: 'Accept these counts?',
  acceptText: (views: number, rider: string) =>
    `${formatViews(views)} will be shown, and ${rider} will be paid for ${views === 1 ? 'it' : 'them'}.`,
  dismissTitle: 'Dismiss these counts?',
  dismissText: "The accepted counts stay. We won't ask again while the platform keeps reporting these.",
  reason: 'Reason',
  reasonHint: 'Kept in the audit log.',
  acceptedToast: { title: 'Counts Accepted' } satisfies ToastContent,
  dismissedToast: { title: 'Counts Dismissed' } satisfies ToastContent,
  decideFailed: "Couldn't save your decision",
  tryAgain: "Couldn't reach the server. Please try again.",
} as const

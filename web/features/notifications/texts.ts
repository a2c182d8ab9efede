import type { Notification } from '#contract/videos.ts'

export const texts = {
  title: 'Notifications',
  bell: (unread: number) => (unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'),
  empty: 'No notifications yet',
  emptyText: 'You will be told when a video is selected, published or earns.',
  markRead: 'Mark as Read',
  markAll: 'Mark all as read',
  all: 'All notifications',
  unread: 'Unread',
  failed: 'Your notifications could not be loaded',
  readFailed: 'Not Marked as Read',
  readFailedOtherwise: 'The connection to the server failed. Please try again.',
  loading: 'Loading notifications',
  open: 'Open',
  types: {
    clip_selected: 'Clip selected',
    video_published: 'Video published',
    earnings_milestone: 'Earnings milestone',
    payout_processed: 'Payout processed',
    video_rejected: 'Video not selected',
    processing_failed: 'Processing failed',
  } satisfies Record<Notification['type'], string>,
} as const

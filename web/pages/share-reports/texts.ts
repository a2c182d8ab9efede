import type { ShareDecision } from '#contract/sharing/sharing.ts'

const toast = (title: string) => ({ title })

export const texts = {
  title: 'Reported videos',
  explain:
    'Shared videos that somebody reported. Taking a link down ends every link of that video and tells its rider.',
  back: 'Admin',
  failed: 'The reports could not be loaded',
  loading: 'Loading reports',
  none: 'Nobody has reported a video',
  noneText: 'Reports of shared videos appear here.',
  by: (rider: string) => `by ${rider}`,
  clip: 'Clip',
  waiting: 'Waiting',
  takenDown: 'Taken down',
  off: 'Switched off',
  kept: 'Kept',
  watch: 'Open link',
  review: 'Review',
  actions: {
    take_down: 'Take link down',
    keep: 'Keep link',
    allow_again: 'Allow sharing again',
  } satisfies Record<ShareDecision, string>,
  done: {
    take_down: toast('Link Taken Down'),
    keep: toast('Link Kept'),
    allow_again: toast('Sharing Allowed'),
  } satisfies Record<ShareDecision, { title: string }>,
  decideFailed: 'Decision Not Saved',
  noConnection: 'The connection to the server failed. Please try again.',
  list: 'Reports',
} as const

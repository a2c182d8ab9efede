import type { ShareDecision } from '#contract/sharing/sharing.ts'

const toast = (title: string) => ({ title })

export const texts = {
  title: 'Reported videos',
  explain:
    'Shared videos that people reported. Taking a link down turns off every link to that video and notifies the rider.',
  back: 'Admin',
  failed: "Couldn't load the reports",
  loading: 'Loading reports',
  none: 'No reported videos',
  noneText: 'Reports of shared videos appear here.',
  by: (rider: string) => `by ${rider}`,
  clip: 'Clip',
  waiting: 'Waiting',
  takenDown: 'Taken down',
  off: 'Turned off',
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
  noConnection: "Couldn't reach the server. Please try again.",
  list: 'Reports',
} as const

import type { ToastContent } from '../../lib/toast.ts'

const failed = (description: string): ToastContent => ({
  title: 'Error',
  description,
  variant: 'destructive',
})

export const texts = {
  title: 'Uploads from before you confirmed your address',
  explain:
    'Someone uploaded these with your email address before you confirmed it. If that was you, accept them. Until then, nobody can see them.',
  accept: 'Accept uploads',
  accepting: 'Accepting...',
  discard: 'Delete uploads',
  discarding: 'Deleting...',
  uploaded: (when: string) => `Uploaded ${when}`,
  accepted: {
    title: 'Uploads accepted',
    description: "You'll find them on your dashboard.",
  } as ToastContent,
  discarded: { title: 'Uploads deleted' } as ToastContent,
  failed: failed('Something went wrong. Please try again.'),
  banner: {
    title: (count: number) =>
      count === 1 ? '1 upload needs your decision' : `${count} uploads need your decision`,
    text: 'They were uploaded with your email address before you confirmed it. Nobody can see them until you accept them.',
    action: 'Review',
  },
} as const

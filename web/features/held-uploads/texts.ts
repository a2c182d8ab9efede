import type { ToastContent } from '../../lib/toast.ts'

const failed = (description: string): ToastContent => ({
  title: 'Error',
  description,
  variant: 'destructive',
})

export const texts = {
  title: 'Uploads from before you confirmed your address',
  explain:
    'Somebody who typed your address uploaded these before you confirmed it. If it was you, take them over; nobody sees them until then.',
  accept: 'Take them over',
  accepting: 'Taking over...',
  discard: 'Delete them',
  discarding: 'Deleting...',
  uploaded: (when: string) => `Uploaded ${when}`,
  accepted: {
    title: 'Uploads taken over',
    description: 'You find them on your dashboard.',
  } as ToastContent,
  discarded: { title: 'Uploads deleted' } as ToastContent,
  failed: failed('This did not work. Please try again.'),
  banner: {
    title: (count: number) =>
      count === 1 ? 'An upload waits for your decision' : `${count} uploads wait for your decision`,
    text: 'They were sent under your address before you confirmed it. Nobody sees them until you take them over.',
    action: 'Decide',
  },
} as const

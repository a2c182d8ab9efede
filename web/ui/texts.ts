import { brand } from '#contract/brand.ts'

export const texts = {
  close: 'Close',
  loading: 'Loading',
  more: 'Show more',
  tryAgain: 'Try again',
  serverFailed: 'The server could not answer. Nothing is lost; please try again in a moment.',
  connectionFailed: 'The connection to the server failed. Check your network and try again.',
  notification: 'Notification',
  // The toaster puts the key in.
  notifications: 'Notifications ({hotkey})',
  mailbox: 'Open the mailbox',
  skip: 'Skip to content',
  footer: {
    rights: (year: number) => `© ${year} ${brand}. All rights reserved.`,
    label: 'Legal',
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
  },
} as const

import { brand } from '#contract/brand.ts'

export const texts = {
  close: 'Close',
  loading: 'Loading',
  more: 'Show more',
  tryAgain: 'Try again',
  serverFailed: 'The server had a problem. Nothing is lost; try again in a moment.',
  connectionFailed: "Couldn't reach the server. Check your connection and try again.",
  partFailed: "Couldn't load this part of the page",
  dialogFailed: "Couldn't open this",
  notification: 'Notification',
  // The toaster fills in the key.
  notifications: 'Notifications ({hotkey})',
  mailbox: 'Open mailbox',
  skip: 'Skip to content',
  footer: {
    rights: (year: number) => `© ${year} ${brand}. All rights reserved.`,
    label: 'Legal',
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
    language: 'Language',
  },
} as const

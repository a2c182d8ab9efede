import { brand } from '#contract/brand.ts'
import type { ToastContent } from '../lib/toast.ts'

export const texts = {
  dashboard: 'Dashboard',
  logout: 'Logout',
  signIn: 'Sign in with Google',
  loggingIn: 'Logging in again',
  loginForUploads: {
    title: 'Authentication Required',
    description: 'You need to be logged in to upload videos.',
    variant: 'destructive',
  } satisfies ToastContent,
  navigation: {
    dashboard: 'Dashboard',
    upload: 'Upload',
    earnings: 'Earnings',
    premium: 'Premium',
    admin: 'Admin',
    review: 'Review',
    publishing: 'Publishing',
  },
  menu: {
    admin: 'Admin Panel',
    highlights: 'AI Highlights',
    publishing: 'Publishing',
    email: 'Email System',
    profile: 'Profile',
    notifications: 'Notifications',
    settings: 'Settings',
  },
  pageFailed: {
    title: 'This page could not be shown',
    text: 'Something went wrong on our side of the screen. Your videos are not affected.',
    retry: 'Try again',
  },
  unreachable: {
    title: `${brand} cannot be reached`,
    text: 'The server does not answer. It may be restarting.',
    offlineTitle: 'You are offline',
    offlineText: `${brand} opens by itself when the line is back. An interrupted upload is kept.`,
    retry: 'Try again',
  },
} as const

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
    title: "Couldn't show this page",
    text: 'Something went wrong in the app. Your videos are safe.',
  },
  unreachable: {
    title: `Can't reach ${brand}`,
    text: "The server isn't responding. It may be restarting.",
    offlineTitle: "You're offline",
    offlineText: `${brand} opens once you're back online. Interrupted uploads are kept.`,
    retry: 'Try again',
  },
} as const

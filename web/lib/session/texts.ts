import { brand } from '#contract/brand.ts'
import { signInSuccessToastMs } from '#contract/constants.ts'
import type { ToastContent } from '../toast.ts'

export const texts = {
  welcomeFromGoogle: {
    title: `Welcome to ${brand}!`,
    description: 'Successfully signed in with Google',
    duration: signInSuccessToastMs,
  },
  /** the identity provider's `auth/unauthorized-domain` */
  unauthorizedDomain: {
    title: 'Sign In Failed',
    description:
      "This domain is not authorized for Google sign-in. Please add the current domain to the identity provider's authorized domains.",
    variant: 'destructive',
  },
  loggedOut: { title: 'Logged Out', description: 'Successfully logged out.' },
  loggedOutLocally: { title: 'Logged out', description: 'You have been signed out locally' },
  logoutFailed: {
    title: 'Logout Failed',
    description: 'Failed to log out. Please try again.',
    variant: 'destructive',
  },
  unauthorized: {
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  },
} satisfies Record<string, ToastContent>

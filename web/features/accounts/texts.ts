import type { experienceLevels, ridingStyles } from '#contract/accounts.ts'
import type { ToastContent } from '../../lib/toast.ts'

const failed = (description: string): ToastContent => ({
  title: 'Sign In Failed',
  description,
  variant: 'destructive',
})

export const texts = {
  /** by the error code in the address */
  signInErrors: {
    cancelled: {
      title: 'Sign In Canceled',
      description: 'You can sign in anytime.',
    } as ToastContent,
    email_not_verified: failed(
      "Google hasn't verified this account's email address. Verify it with Google, or use the email form.",
    ),
    other_identity: failed(
      'This email address is linked to a different Google account. Use the email form to get a sign-in link.',
    ),
    expired: failed('The sign-in took too long. Please try again.'),
    failed: failed('Failed to sign in with Google. Please try again.'),
  } satisfies Record<string, ToastContent>,
  /** for someone signed in already who opens an emailed link that no longer works */
  linkNotNeeded: {
    used: { title: "You're already signed in", description: 'That sign-in link has already been used.' },
    expired: { title: "You're already signed in", description: 'That sign-in link has expired.' },
  } satisfies Record<string, ToastContent>,
  again: {
    title: 'Sign in again',
    signIn: 'Sign in again',
    mail: 'Email me a sign-in link instead',
    sent: 'Link sent',
    comeBack: 'Open the link in this browser, then come back here.',
    failed: "Couldn't send the link. Please try again.",
  },
  suspended: {
    title: 'Your account is suspended',
    effect: "You can't upload or get paid until the suspension ends. You keep what you've earned.",
  },
  profile: {
    title: 'Profile',
    edit: 'Edit Profile',
    save: 'Save Profile',
    cancel: 'Cancel',
    missing: 'Not set',
    any: 'Not set',
    fields: {
      biography: 'Biography',
      ridingStyle: 'Riding style',
      experienceLevel: 'Experience level',
      location: 'Location',
    },
    kept: 'Your unsaved changes are still here. Save or cancel them.',
    biographyHint: 'What you ride and why. Up to 1,000 characters.',
    locationPlaceholder: 'Moab, Utah',
    ridingStyles: {
      trail: 'Trail',
      rock_crawling: 'Rock crawling',
      mud_bogging: 'Mud bogging',
      racing: 'Racing',
      scenic: 'Scenic',
      freestyle: 'Freestyle',
    } satisfies Record<(typeof ridingStyles)[number], string>,
    experienceLevels: {
      beginner: 'Beginner',
      intermediate: 'Intermediate',
      advanced: 'Advanced',
      expert: 'Expert',
      professional: 'Professional',
    } satisfies Record<(typeof experienceLevels)[number], string>,
    saved: { title: 'Profile updated successfully' } as ToastContent,
    failed: {
      title: 'Error',
      description: 'Failed to update profile',
      variant: 'destructive',
    } as ToastContent,
  },
} as const

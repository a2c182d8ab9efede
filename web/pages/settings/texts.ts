import type { ToastContent } from '../../lib/toast.ts'

const failed = (description: string): ToastContent => ({
  title: 'Error',
  description,
  variant: 'destructive',
})

export const texts = {
  title: 'Settings',
  profile: {
    title: 'Profile',
    explain: 'What others read about you: biography, riding style, experience and location.',
    open: 'Edit profile',
  },
  privacy: {
    title: 'Privacy',
    homeZone: 'Hide where my rides start and end',
    about:
      'Titles, descriptions and anything else that others see leave out what GPS measured within 300 m of the start and end of a ride, including when you pass by there mid-ride. The video picture itself is not changed. Applies to videos analyzed from now on.',
    learning: 'Learn from reviews of my videos',
    aboutLearning:
      'What our reviewers decide about your highlights helps to improve the scores. Turn this off to delete what is stored about your videos and keep nothing new. Your videos are reviewed the same.',
    learningOff: (deleted: number): ToastContent => ({
      title: 'Learning from your reviews is off',
      description:
        deleted === 0
          ? 'Nothing was stored about your videos.'
          : `${deleted === 1 ? '1 stored verdict was' : `${deleted} stored verdicts were`} deleted.`,
    }),
    learningOn: { title: 'Learning from your reviews is on' } as ToastContent,
    learningFailed: failed('The setting could not be changed. Please try again.'),
  },
  sessions: {
    title: 'Where you are signed in',
    notLoaded: 'Your sessions could not be loaded',
    current: 'This browser',
    unknown: 'Unknown browser',
    signedIn: (when: string) => `Signed in ${when}`,
    from: (address: string) => ` from ${address}`,
    end: 'Sign out',
    ending: 'Signing out...',
    endLabel: (what: string, when: string) => `Sign out ${what}, signed in ${when}`,
    endHere: 'Sign out here',
    endOthers: 'Sign out everywhere else',
    endingOthers: 'Signing out...',
    ended: { title: 'Signed out there' } as ToastContent,
    endedOthers: { title: 'Signed out everywhere else' } as ToastContent,
    failed: failed('Signing out there did not work. Please try again.'),
  },
  factor: {
    title: 'Second factor',
    notLoaded: 'The state of your second factor could not be loaded',
    off: 'An authenticator app makes sure that nobody signs in with your address alone.',
    on: (left: number) =>
      `On. Signing in asks for a code of your authenticator app. Recovery codes left: ${left}.`,
    unproven: 'Confirm your e-mail address first: sign in once by a mailed link or with Google.',
    renew: 'New recovery codes',
    turnOff: 'Turn off',
    cancel: 'Cancel',
    turnedOff: { title: 'Second factor turned off' } as ToastContent,
  },
  data: {
    title: 'Your data',
    explain: 'One archive with everything that is kept about you, as JSON.',
    download: 'Download your data',
  },
  deletion: {
    title: 'Delete account',
    explain:
      'Deletes your account and every video of yours with all its files. This cannot be undone. Money that you have earned and not been paid is put on hold, and a staff member decides about it: request a payout first if you can.',
    open: 'Delete account',
    confirm: (email: string) => `To confirm, type your e-mail address: ${email}`,
    field: 'Your email address',
    submit: 'Delete everything',
    submitting: 'Deleting...',
    failed: 'The account could not be deleted. Please try again.',
    done: { title: 'Account deleted', description: 'Everything of yours is gone.' } as ToastContent,
  },
} as const

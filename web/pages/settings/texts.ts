import type { UnitSystem } from '#contract/gauges/units.ts'
import { taxRecords } from '#contract/money/tax-forms.ts'
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
    explain: 'What others see about you: biography, riding style, experience and location.',
    open: 'Edit profile',
  },
  reading: {
    title: 'Language and units',
    language: 'Language',
    units: 'Units',
    systems: { imperial: 'mph and feet', metric: 'km/h and meters' } satisfies Record<UnitSystem, string>,
  },
  privacy: {
    title: 'Privacy',
    homeZone: 'Hide where my rides start and end',
    about:
      'Others, our staff included, see nothing that GPS measured around the starts and ends of your rides, even when you only pass by. Turning this off shows them. Places you added below stay hidden either way. You always see everything. The video picture itself is not changed; titles and descriptions keep what was written until the next analysis.',
    map: 'Show a map on my public pages',
    aboutMap:
      'The pages of your published videos then show your ride on a map with its heights. Your private places stay hidden.',
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
    learningFailed: failed("Couldn't change the setting. Please try again."),
  },
  privatePlaces: 'Private places',
  sessions: {
    title: "Where you're signed in",
    notLoaded: "Couldn't load your sessions",
    current: 'This browser',
    unknown: 'Unknown browser',
    browserOn: (browser: string, system: string) => `${browser} on ${system}`,
    signedIn: (when: string) => `Signed in ${when}`,
    from: (address: string) => ` from ${address}`,
    end: 'Sign out',
    ending: 'Signing out...',
    endLabel: (what: string, when: string) => `Sign out ${what}, signed in ${when}`,
    endHere: 'Sign out here',
    endOthers: 'Sign out everywhere else',
    endingOthers: 'Signing out...',
    ended: { title: 'Session signed out' } as ToastContent,
    endedOthers: { title: 'Signed out everywhere else' } as ToastContent,
    failed: failed("Couldn't sign out that session. Please try again."),
  },
  factor: {
    title: 'Two-step verification',
    notLoaded: "Couldn't load your two-step verification status",
    off: "Require a code from an authenticator app, so access to your email isn't enough to sign in.",
    on: (left: number) =>
      `On. Signing in requires a code from your authenticator app. Recovery codes left: ${left}.`,
    unproven: 'Confirm your email address first: sign in once with an emailed link or with Google.',
    renew: 'Get new recovery codes',
    turnOff: 'Turn off',
    cancel: 'Cancel',
    turnedOff: { title: 'Two-step verification turned off' } as ToastContent,
  },
  data: {
    title: 'Your data',
    explain: 'One archive of everything we keep about you, as JSON.',
    download: 'Download your data',
  },
  deletion: {
    title: 'Delete account',
    explain:
      "Deletes your account and all your videos and files. This can't be undone. Earnings that haven't been paid out are put on hold until a staff member decides about them, so request a payout first if you can.",
    kept: `If we've paid you, tax law has us keep your legal name, your Stripe account ID and what you were paid for ${taxRecords.years} years after the tax forms of your last payout's year are due. After that, we delete your name and account ID.`,
    open: 'Delete account',
    confirm: (email: string) => `To confirm, type your email address: ${email}`,
    field: 'Your email address',
    submit: 'Delete everything',
    submitting: 'Deleting...',
    failed: "Couldn't delete the account. Please try again.",
    done: { title: 'Account deleted', description: 'Your account and videos are gone.' } as ToastContent,
  },
} as const

import { brand } from '#contract/brand.ts'
import { creatorShare } from '#contract/constants.ts'
import { formatPercent } from '../../lib/format.ts'

export const texts = {
  headline: ['Your ride.', 'The best ten seconds,', 'found and paid.'],
  lead: `Upload raw footage. ${brand} reads picture, sound and your camera's sensors, finds the moments worth watching, and gets them seen.`,
  signUp: {
    title: `Get Started with ${brand}`,
    prompt: 'Enter your email to create your creator account. Free to join, no credit card required.',
    email: 'Email address',
    placeholder: 'you@example.com',
    submit: 'Start Creating Content',
    submitting: 'Creating Account...',
    agreeing: 'By signing up you agree to the',
    terms: 'Terms of Service',
    and: 'and',
    privacy: 'Privacy Policy',
    or: 'Or sign in with Google',
    google: 'Sign in with Google',
    googleBusy: 'Signing in...',
    linkSent: 'Check your email',
    linkSentText: (email: string) =>
      `${email} already has an account. We mailed it a link: open it and you are signed in.`,
    otherEmail: 'Use another email',
    welcome: { title: 'Welcome!', description: 'Successfully signed in!' },
    failed: { title: 'Sign In Failed', description: 'Please try again.', variant: 'destructive' },
  },
  google: {
    notLoaded: {
      title: 'Google Sign-In Error',
      description: 'Failed to initialize Google sign-in. Please try again.',
      variant: 'destructive',
    },
    noCredential: {
      title: 'Authentication Error',
      description: 'No credential received from Google',
      variant: 'destructive',
    },
    failed: {
      title: 'Sign-in Failed',
      description: 'Failed to sign in with Google. Please try again.',
      variant: 'destructive',
    },
  },
  demo: {
    label: 'Example',
    title: 'Dumont Dunes, morning run',
    picture: 'Drawing of a trail through dunes, seen over a handlebar',
    moments: {
      jump: {
        description: 'Jump: 1.2 s of airtime, landing at 4.1 g',
        facts: '48 km/h at take-off. Engine note 6 dB above the ride.',
      },
      wash: {
        description: 'Wash at first light, colorful and steady',
        facts: '9 s without a shake, color well above the rest of the ride.',
      },
      longJump: {
        description: 'Jump: 1.6 s of airtime, landing at 5.0 g',
        facts: '62 km/h at take-off. Sound 8 dB above the ride.',
      },
      ridge: {
        description: 'Ridge line, colorful and steady',
        facts: '310 m above the start, the highest point of the ride.',
      },
    },
    quiet: { title: 'Cruising', text: 'Nothing here stands out from the rest of the ride.' },
    play: 'Play',
    pause: 'Pause',
  },
  steps: {
    title: 'How It Works',
    items: [
      {
        title: 'Upload raw footage',
        text: 'From the phone at the trailhead or the desk at home. A dropped line costs nothing: the upload goes on where it stopped.',
      },
      {
        title: 'AI enhancement',
        text: 'Jumps, climbs, close calls and views are found and scored, each with the measured facts that explain it.',
      },
      {
        title: 'Earn and share',
        text: 'We publish what is selected to the big platforms, and every view of it counts for you.',
      },
    ],
  },
  features: {
    title: 'Made for riders, not for editors',
    ai: {
      title: 'AI-Powered Enhancement',
      text: 'Picture, sound, GPS and motion sensors agree on what was worth watching, and say why.',
    },
    revenue: {
      title: 'Revenue Sharing',
      text: `You keep ${formatPercent(creatorShare)} of what your published videos earn, paid out to your account.`,
      you: 'You',
      us: brand,
    },
    community: {
      title: 'Community Driven',
      text: 'Connect with other riders, and discover trails that somebody just rode.',
    },
  },
  ready: {
    title: 'Ready to Start Your Journey?',
    text: 'Your next ride is already on the camera. Free to join, no credit card required.',
  },
} as const

export const windowTitle = `${brand}: ${texts.headline.join(' ')}`

import { brand } from '#contract/brand.ts'
import { creatorShare } from '#contract/constants.ts'
import { formatPercent } from '../../lib/format.ts'

export const texts = {
  headline: ['You ride.', 'We find the highlights.', 'You get paid.'],
  lead: `Upload raw footage. ${brand} analyzes the video, the sound and your camera's sensors, finds the moments worth watching, and gets them seen.`,
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
      `${email} already has an account. Open the sign-in link we just emailed there.`,
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
    label: 'Simulated ride',
    title: 'Desert jump at sunset',
    picture: 'A UTV jumps on a desert trail. Gauges in the picture show speed, g-force and airtime.',
    jump: (airtime: number) => `Jump: ${airtime.toFixed(1)} s of airtime`,
    why: "Found by the camera's motion sensor. The gauges are part of the clip.",
    quiet: { title: 'Cruising', text: 'Nothing here stands out from the rest of the ride.' },
    play: 'Play',
    pause: 'Pause',
  },
  steps: {
    title: 'How It Works',
    items: [
      {
        title: 'Upload raw footage',
        text: 'From your phone at the trailhead or your desk at home. If the connection drops, the upload picks up where it left off.',
      },
      {
        title: 'AI enhancement',
        text: 'We find and score jumps, climbs, close calls and views, each with the measurements behind it.',
      },
      {
        title: 'Earn and share',
        text: 'We publish selected videos on the big platforms, and you earn from every view.',
      },
    ],
  },
  features: {
    title: 'Made for riders, not for editors',
    ai: {
      title: 'AI-Powered Enhancement',
      text: 'Video, sound, GPS and motion sensors show which moments are worth watching, and why.',
    },
    revenue: {
      title: 'Revenue Sharing',
      text: `You keep ${formatPercent(creatorShare)} of what your published videos earn, paid out to your account.`,
      you: 'You',
      us: brand,
    },
    community: {
      title: 'Community Driven',
      text: 'Connect with other riders and discover the trails they ride.',
    },
  },
  ready: {
    title: 'Ready to Start Your Journey?',
    text: 'Your next ride is already on the camera. Free to join, no credit card required.',
  },
} as const

export const windowTitle = `${brand}: ${texts.headline.join(' ')}`

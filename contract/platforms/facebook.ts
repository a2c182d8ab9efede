import { measureCaption } from './caption.ts'
import { defineChannel, definePlatform } from './facts.ts'
import type { Measure, Words } from './limits.ts'

/**
 * A reel's description is its caption. Meta documents no limit; the app's own composer takes 2,200 characters, so
 * nothing is cut there.
 */
export const facebookLimits = { textUnits: 2200, hashtags: 30 } as const

export const measureFacebook = (words: Words): Measure[] => measureCaption('facebook', facebookLimits, words)

/** Reels of a Facebook Page. */
export const facebook = definePlatform({
  id: 'facebook',
  channel: defineChannel({
    kind: 'facebook',
    name: 'Facebook',
    short: 'FB',
    icon: 'M13.6 22v-8.2h2.8l.5-3.4h-3.3V8.3c0-1 .5-1.9 2-1.9h1.5V3.5A17 17 0 0 0 14.6 3c-2.8 0-4.5 1.7-4.5 4.7v2.7H7v3.4h3.1V22Z',
    // Meta allows 30 reels in any 24 hours, which five hours at this rate use up.
    hourlyLimit: 6,
    // Everything a Page publishes is public.
    audiences: {},
  }),
  name: 'Facebook',
  postName: 'Facebook',
  short: 'FB',
  texts: 'tiktok',
  style: 'caption',
  form: null,
  wholeVideo: false,
  afterwards: { words: true, hide: false, remove: true, limit: 'alwaysPublic' },
  measure: measureFacebook,
})

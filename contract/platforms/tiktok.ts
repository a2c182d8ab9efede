import { measureCaption } from './caption.ts'
import { defineChannel, definePlatform } from './facts.ts'
import type { Measure, Words } from './limits.ts'

/**
 * One text of at most 2,200 UTF-16 units, made of title, description and hashtags
 * (https://developers.tiktok.com/doc/content-posting-api-reference-direct-post).
 */
export const tiktokLimits = { textUnits: 2200, hashtags: 100 } as const

export const measureTiktok = (words: Words): Measure[] => measureCaption('tiktok', tiktokLimits, words)

export const tiktok = definePlatform({
  id: 'tiktok',
  channel: defineChannel({
    kind: 'tiktok',
    name: 'TikTok',
    short: 'TT',
    icon: 'M13 2h3.2A5.3 5.3 0 0 0 21 7v3.3a8.6 8.6 0 0 1-4.8-1.6v7A6.3 6.3 0 1 1 10 9.4v3.4a3 3 0 1 0 3 3Z',
    hourlyLimit: 5,
    audiences: {
      PUBLIC_TO_EVERYONE: 'everyone',
      MUTUAL_FOLLOW_FRIENDS: 'friends',
      FOLLOWER_OF_CREATOR: 'followers',
      SELF_ONLY: 'onlyAccount',
    },
  }),
  name: 'TikTok',
  postName: 'TikTok',
  short: 'TT',
  texts: 'tiktok',
  style: 'caption',
  wholeVideo: false,
  // TikTok's requirements for the form, and its texts: https://developers.tiktok.com/doc/content-sharing-guidelines
  form: {
    notBranded: ['SELF_ONLY'],
    label({ yourBrand, brandedContent }) {
      if (brandedContent) return 'Paid partnership'
      return yourBrand ? 'Promotional content' : null
    },
    declaration: ({ brandedContent }) =>
      brandedContent
        ? "By posting, you agree to TikTok's Branded Content Policy and Music Usage Confirmation"
        : "By posting, you agree to TikTok's Music Usage Confirmation",
  },
  // The Content Posting API can post and query posts, but not change or delete them.
  afterwards: { words: false, hide: false, remove: false, limit: 'noChanges' },
  measure: measureTiktok,
})

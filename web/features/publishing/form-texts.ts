import type { Audience, Interaction } from '#contract/publishing/constants.ts'
import type { ToastContent } from '../../lib/toast.ts'

/** Our texts in a post's form; the rest are the platform's. */
export const formTexts = {
  title: (platform: string) => `How it's posted on ${platform}`,
  postingAs: 'Posting as',
  privacy: 'Who can see this post',
  audiences: {
    everyone: 'Everyone',
    friends: 'Friends',
    followers: 'Followers',
    onlyAccount: 'Only the account itself',
  } satisfies Record<Audience, string>,
  choose: 'Choose…',
  asSet: (level: string) => `Channel default: ${level}`,
  notPrivate: "Branded content can't be private.",
  allow: 'Viewers may',
  interactions: { comment: 'Comment', duet: 'Duet', stitch: 'Stitch' } satisfies Record<Interaction, string>,
  closed: (what: string) => `${what} (off for this account)`,
  disclose: 'This video promotes',
  yourBrand: 'Your own brand',
  brandedContent: 'Another brand, for something in return (branded content)',
  labeled: (label: string) => `Your video will be labeled as '${label}'.`,
  loadFailed: "Couldn't load the account's options",
  defaults: {
    title: (name: string) => `Post defaults for ${name}`,
    text: "Used for posts that don't set their own options, such as one-click publishing and API calls.",
    confirm: 'Confirm defaults',
    confirmed: (who: string, when: string) => `Confirmed by ${who}, ${when}`,
    someone: 'staff',
    none: 'Nobody has confirmed these yet.',
    saved: { title: 'Defaults Confirmed' } satisfies ToastContent,
    failed: "Couldn't save the defaults",
  },
} as const

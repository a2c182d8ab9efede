import type { ToastContent } from '../../lib/toast.ts'

/** Our texts in a post's form; the rest are the platform's. */
export const formTexts = {
  title: (platform: string) => `How it's posted on ${platform}`,
  postingAs: 'Posting as',
  privacy: 'Who can see this post',
  choose: 'Choose…',
  asSet: (level: string) => `Channel default: ${level}`,
  notPrivate: "Branded content can't be private.",
  allow: 'Viewers may',
  closed: (what: string) => `${what} (off for this account)`,
  disclose: 'This video promotes',
  yourBrand: 'Your own brand',
  brandedContent: 'Another brand, for something in return (branded content)',
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

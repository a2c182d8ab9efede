import type { ToastContent } from '../../lib/toast.ts'

/** What a form for a post says that isn't the platform's own text. */
export const formTexts = {
  title: (platform: string) => `How it's posted on ${platform}`,
  postingAs: 'Posting as',
  privacy: 'Who can see this post',
  choose: 'Choose…',
  asSet: (level: string) => `As set for this channel: ${level}`,
  notPrivate: "Branded content can't be private.",
  allow: 'Viewers may',
  closed: (what: string) => `${what} (off for this account)`,
  disclose: 'This video promotes',
  yourBrand: 'Your own brand',
  brandedContent: 'Another brand, for something in return (branded content)',
  loadFailed: "The account's options could not be loaded",
  defaults: {
    title: (name: string) => `Post defaults for ${name}`,
    text: 'Posts that name no choices of their own go out with these: one-click publishing and other programs.',
    confirm: 'Confirm defaults',
    confirmed: (who: string, when: string) => `Confirmed by ${who}, ${when}`,
    someone: 'staff',
    none: 'Nobody has confirmed these yet.',
    saved: { title: 'Defaults Confirmed' } satisfies ToastContent,
    failed: 'The defaults could not be saved',
  },
} as const

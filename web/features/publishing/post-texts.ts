import type { PostLimit } from '#contract/publishing/constants.ts'
import type { ToastContent } from '../../lib/toast.ts'

/** Texts about published posts and changing them. */
export const postTexts = {
  hiddenPost: (content: string) => `${content} (private)`,
  edit: 'Edit post',
  editOf: (title: string) => `Edit the post ${title}`,
  hide: 'Make private',
  hideOf: (title: string) => `Make the post ${title} private`,
  show: 'Make public',
  showOf: (title: string) => `Make the post ${title} public`,
  remove: 'Delete post',
  removeOf: (title: string) => `Delete the post ${title}`,
  confirm: {
    title: (platform: string) => `Delete this post on ${platform}?`,
    text: (title: string, platform: string) =>
      `This deletes '${title}' from ${platform}, with its comments and likes, and can't be undone. The rider keeps what it earned; we'll tell them it no longer earns there.`,
    yes: 'Delete post',
    no: 'Keep it',
  },
  words: {
    title: 'Edit post',
    text: (platform: string) => `The post on ${platform} changes right away.`,
    save: 'Save',
    saving: 'Saving...',
    cancel: 'Cancel',
  },
  limits: {
    alwaysPublic: (platform: string) =>
      `Everything a ${platform} Page publishes is public. To take a reel down, delete it.`,
    noChanges: (platform: string) =>
      `${platform} doesn't let apps change or delete posts. Open the post on ${platform} to do that there.`,
  } satisfies Record<PostLimit, (platform: string) => string>,
  saved: { title: 'Post Updated' } satisfies ToastContent,
  madePrivate: { title: 'Post Made Private' } satisfies ToastContent,
  madePublic: { title: 'Post Made Public' } satisfies ToastContent,
  deleted: { title: 'Post Deleted' } satisfies ToastContent,
  failed: "Couldn't change the post",
} as const

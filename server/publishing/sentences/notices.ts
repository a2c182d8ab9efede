import { catalog, type Text } from '#server/core/sentences.ts'

const followed = (sentence: string, more: Text | null) => (more ? `${sentence} ${more}` : sentence)

/** Notifications of staff and riders about publications, posts and channels. */
export const notices = catalog('publishing', {
  failedPlainly: 'It failed.',
  goneTitle: ({ title, platform }: { title: string; platform: string }) =>
    `'${title}' is no longer shown on ${platform}`,
  heldTitle: ({ title }: { title: string }) => `Counts of '${title}' are on hold`,
  lateMessage: ({ title, platform, note }: { title: string; platform: string; note: Text | null }) =>
    `'${title}' for ${platform} hasn't started. ${note ?? 'No worker has started it.'}`,
  lateTitle: ({ count }: { count: number }) =>
    count === 1 ? 'A publication is late' : `${count} publications are late`,
  notOutTitle: ({ title, platform }: { title: string; platform: string }) =>
    `'${title}' wasn't published on ${platform}`,
  reconnectBefore: ({ day }: { day: string }) =>
    `Its permission ends on ${day}. Connect it again before then, so that posts keep going out.`,
  reconnectNow: ({ problem }: { problem: Text | null }) =>
    followed('Nothing goes out there until then.', problem),
  reconnectTitle: ({ channel, soon }: { channel: string; soon: boolean }) =>
    `${channel} needs to be connected again${soon ? ' soon' : ''}`,
  takenDownElsewhere: ({ platforms }: { platforms: string }) =>
    `What it earned there stays yours. It's still on ${platforms} and keeps earning.`,
  takenDownNowhere:
    "What it earned stays yours. It isn't online anywhere else, so it earns nothing new for now.",
  takenDownTitle: ({ title, platform }: { title: string; platform: string }) =>
    `'${title}' was taken down from ${platform}`,
  unshownBlocked:
    "It's blocked in some countries. It earns nothing new until everyone can see it. What it earned stays.",
  unshownGone: "It's no longer on the platform. It earns nothing new. What it earned stays.",
  unshownPrivate: "It's private there. It earns nothing new until it's public again. What it earned stays.",
  unshownTitle: ({ title, platform }: { title: string; platform: string }) =>
    `'${title}' stopped earning on ${platform}`,
  shownTitle: ({ title, platform }: { title: string; platform: string }) =>
    `'${title}' earns again on ${platform}`,
  shownMessage: 'Everyone can see it again. Views that came meanwhile are not paid.',
  uncountedMessage: ({ problem }: { problem: Text | null }) =>
    followed(
      "The channel was disconnected, and its permission has ended. New views there earn nothing until it's connected again.",
      problem,
    ),
  uncountedTitle: ({ channel }: { channel: string }) => `Posts of ${channel} aren't counted any more`,
})

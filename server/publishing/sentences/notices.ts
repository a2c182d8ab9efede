import { catalog, type Text } from '#server/platform/sentences.ts'

const followed = (sentence: string, more: Text | null) => (more ? `${sentence} ${more}` : sentence)

/** Notifications of staff and riders about publications, posts and channels. */
export const notices = catalog('publishing', {
  failedPlainly: 'It failed.',
  goneTitle: ({ title, platform }: { title: string; platform: string }) =>
    `'${title}' is no longer shown on ${platform}`,
  heldTitle: ({ title }: { title: string }) => `Counts of '${title}' are on hold`,
  lateMessage: ({ title, platform, note }: { title: string; platform: string; note: Text | null }) =>
    `'${title}' for ${platform} has not begun. ${note ?? 'No worker has taken it up.'}`,
  lateTitle: ({ count }: { count: number }) =>
    count === 1 ? 'A publication is late' : `${count} publications are late`,
  notOutTitle: ({ title, platform }: { title: string; platform: string }) =>
    `'${title}' did not go out on ${platform}`,
  reconnectBefore: ({ day }: { day: string }) =>
    `Its permission ends on ${day}. Connect it again before, so that nothing is held up.`,
  reconnectNow: ({ problem }: { problem: Text | null }) =>
    followed('Nothing goes out there until then.', problem),
  reconnectTitle: ({ channel, soon }: { channel: string; soon: boolean }) =>
    `${channel} has to be connected again${soon ? ' soon' : ''}`,
  takenDownElsewhere: ({ platforms }: { platforms: string }) =>
    `What it earned there stays yours. It's still on ${platforms} and goes on earning.`,
  takenDownNowhere:
    "What it earned stays yours. It isn't online anywhere else, so it earns nothing new for now.",
  takenDownTitle: ({ title, platform }: { title: string; platform: string }) =>
    `'${title}' was taken down from ${platform}`,
  uncountedMessage: ({ problem }: { problem: Text | null }) =>
    followed(
      'The channel was disconnected, and its permission has ended. Views there earn nothing new until it is connected again.',
      problem,
    ),
  uncountedTitle: ({ channel }: { channel: string }) => `Posts of ${channel} aren't counted any more`,
})

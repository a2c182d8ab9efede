import { catalog } from '#server/core/sentences.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** 0 Sunday to 6 Saturday */
type Slot = { weekday: number; hour: number }
const when = ({ weekday, hour }: Slot) => `${weekdays[weekday]} around ${hour}:00`

/** What planning a publication tells staff: its time, what to expect of it and what is in the way. */
export const planning = catalog('planning', {
  alreadyThere: ({ platform }: { platform: string }) =>
    `This is already on its way to ${platform} or posted there.`,
  asChosen: 'As chosen.',
  atOnce: 'Right away.',
  bestByViews: ({ weekday, hour, posts }: Slot & { posts: number }) =>
    `${when({ weekday, hour })} is the best hour of the coming week, going by the views of ${posts} earlier posts.`,
  bestUsually: ({ weekday, hour }: Slot) =>
    `Riders usually watch on ${when({ weekday, hour })}. There are no posts of our own to learn from yet.`,
  clocksRepeat: 'The clocks go back that night, so this time comes twice. We use the first one.',
  clocksSkip: 'The clocks skip this time, so it moves forward by as much.',
  hourlyLimit: ({ platform, most, planned }: { platform: string; most: number; planned: number }) =>
    `${platform} allows ${most} an hour, and ${planned} are planned around this time, so it will wait for a slot.`,
  near: ({ title, channel }: { title: string; channel: string }) =>
    `Within an hour of '${title}' on ${channel}.`,
  nothingToLearnFrom: 'No estimate yet: no post has been on this platform long enough to learn from.',
  reach: ({ posts, views, hour }: { posts: number; views: number; hour: string }) =>
    `Median of ${posts} earlier posts (${views} views) × ${hour} for the hour.`,
  reachWithScore: ({
    posts,
    views,
    hour,
    times,
    percent,
  }: {
    posts: number
    views: number
    hour: string
    times: string
    percent: number
  }) =>
    `Median of ${posts} earlier posts (${views} views) × ${hour} for the hour × ${times} for a viral score of ${percent}%.`,
  reconnectBy: ({ channel, day }: { channel: string; day: string }) =>
    `${channel} needs to be connected again by ${day}.`,
  sameHour: ({ channel, count }: { channel: string; count: number }) =>
    `${count === 1 ? 'Another one goes' : `${count} others go`} out on ${channel} within the same hour.`,
})

const stopped = "Its counts aren't updated"

/** Why a post's counts aren't fetched. */
export const counting = catalog('counting', {
  channelGone: `${stopped}: its channel is gone.`,
  ended: ({ channel, platform }: { channel: string; platform: string }) =>
    `${stopped}: ${channel} was disconnected, and ${platform} no longer accepts its permission. Connect it again to resume.`,
  reconnect: ({ channel }: { channel: string }) => `${stopped}: ${channel} needs to be connected again.`,
})

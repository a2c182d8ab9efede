import { catalog, type Text } from '#server/core/sentences.ts'

const number = (value: number) => value.toLocaleString('en-US')

/** Reported views of a post, and those accepted before. */
type Change = { platform: string; views: number; accepted: number }
const change = ({ platform, views, accepted }: Change) =>
  `${platform} reports ${number(views)} views after ${number(accepted)}`

/** Why a post's reported counts are on hold, for staff. */
export const held = catalog('held', {
  comments: ({ count }: { count: number }) => `${number(count)} comments`,
  drop: ({ platform, views, accepted }: Change) =>
    `${change({ platform, views, accepted })}. Earnings stay until the lower count is confirmed for 24 hours.`,
  jump: ({ platform, views, accepted }: Change) =>
    `${change({ platform, views, accepted })}: more than is possible in that time. A staff member decides.`,
  likes: ({ count }: { count: number }) => `${number(count)} likes`,
  ratio: ({ platform, views, odd }: { platform: string; views: number; odd: Text }) =>
    `${platform} reports ${number(views)} views with ${odd}, which is implausible. A staff member decides.`,
  shares: ({ count }: { count: number }) => `${number(count)} shares`,
})

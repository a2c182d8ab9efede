import { z } from 'zod'

/** One answer out of a batch. */
export interface Item {
  code: number
  body: string
}

/** Plays without replays: a view here is a person who began to watch. */
const plays = 'blue_reels_play_count'
/** By kind of reaction: {"REACTION_LIKE": 4, …} */
const reactions = 'post_video_likes_by_reaction_type'
/** {"COMMENT": 5, "SHARE": 2} */
const actions = 'post_video_social_actions'

const count = z.number().int().min(0)
const insights = z.object({
  data: z
    .array(
      z.object({
        name: z.string(),
        values: z.array(z.object({ value: z.union([count, z.record(z.string(), count)]) })).default([]),
      }),
    )
    .default([]),
})

/** What is asked of one reel (https://developers.facebook.com/docs/graph-api/reference/video/video_insights). */
export const insightsPath = (videoId: string): string =>
  `${encodeURIComponent(videoId)}/video_insights?metric=${[plays, reactions, actions].join(',')}`

/** Counters of a reel from its insights; what is missing is 0. @throws ZodError for another form */
export function figuresFrom(body: unknown): {
  views: number
  likes: number
  comments: number
  shares: number
} {
  const { data } = insights.parse(body)
  const valueNamed = (name: string) => data.find(one => one.name === name)?.values[0]?.value
  const byName = (name: string): Record<string, number> => {
    const value = valueNamed(name)
    return typeof value === 'object' ? value : {}
  }
  const views = valueNamed(plays)
  const { COMMENT = 0, SHARE = 0 } = byName(actions)
  return {
    views: typeof views === 'number' ? views : 0,
    likes: Object.values(byName(reactions)).reduce((sum, n) => sum + n, 0),
    comments: COMMENT,
    shares: SHARE,
  }
}

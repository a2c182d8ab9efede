import { z } from 'zod'
import type { PostStats } from '../port.ts'
import { countFrom } from '../rules.ts'

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

// Values as they were sent: what is no count is told apart afterwards, without losing the other counts.
const insights = z.object({
  data: z
    .array(
      z.object({
        name: z.string(),
        values: z.array(z.object({ value: z.unknown().optional() })).catch([]),
      }),
    )
    .catch([]),
})
const breakdown = z.record(z.string(), z.unknown())

/** What is asked of one reel (https://developers.facebook.com/docs/graph-api/reference/video/video_insights). */
export const insightsPath = (videoId: string): string =>
  `${encodeURIComponent(videoId)}/video_insights?metric=${[plays, reactions, actions].join(',')}`

/**
 * Counters of a reel from its insights; null for a metric that is missing or malformed. Facebook leaves kinds that
 * nobody chose out of a breakdown that it gives: there they are 0. @throws ZodError for what are no insights at all
 */
export function figuresFrom(body: unknown): Omit<PostStats, 'postId'> {
  const { data } = insights.parse(body)
  const valueNamed = (name: string) => data.find(one => one.name === name)?.values[0]?.value
  const kindsOf = (name: string) => breakdown.safeParse(valueNamed(name)).data
  const liked = kindsOf(reactions)
  const acted = kindsOf(actions)
  const numberOf = (kind: string) => (acted ? countFrom(acted[kind] ?? 0) : null)
  return {
    views: countFrom(valueNamed(plays)),
    likes: liked ? sumOf(Object.values(liked).map(countFrom)) : null,
    comments: numberOf('COMMENT'),
    shares: numberOf('SHARE'),
  }
}

/** Null when one of them is. */
const sumOf = (counts: readonly (number | null)[]): number | null =>
  counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0)

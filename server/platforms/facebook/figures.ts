import { z } from 'zod'
import type { PostStats } from '../publisher.ts'
import { countFrom } from '../rules.ts'

/** One answer from a batch. */
export interface Item {
  code: number
  body: string
}

/** Plays without replays: here a view is a person who started watching. */
const plays = 'blue_reels_play_count'
/** By kind of reaction: {"REACTION_LIKE": 4, …} */
const reactions = 'post_video_likes_by_reaction_type'
/** {"COMMENT": 5, "SHARE": 2} */
const actions = 'post_video_social_actions'
/** On average, in milliseconds. */
const watched = 'post_video_avg_time_watched'

// Raw values: malformed counts are sorted out afterwards, without losing the others.
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

/**
 * The request for one reel's insights
 * (https://developers.facebook.com/docs/graph-api/reference/video/video_insights).
 */
export const insightsPath = (videoId: string): string =>
  `${encodeURIComponent(videoId)}/video_insights?metric=${[plays, reactions, actions, watched].join(',')}`

/**
 * A reel's counters from its insights; null for a missing or malformed metric. In a breakdown, Facebook omits
 * kinds that nobody chose; those count as 0. @throws ZodError when these are not insights
 */
export function figuresFrom(body: unknown): Omit<PostStats, 'postId'> {
  const { data } = insights.parse(body)
  const valueNamed = (name: string) => data.find(one => one.name === name)?.values[0]?.value
  const kindsOf = (name: string) => breakdown.safeParse(valueNamed(name)).data
  const liked = kindsOf(reactions)
  const acted = kindsOf(actions)
  const watchedMs = countFrom(valueNamed(watched))
  const numberOf = (kind: string) => (acted ? countFrom(acted[kind] ?? 0) : null)
  return {
    views: countFrom(valueNamed(plays)),
    likes: liked ? sumOf(Object.values(liked).map(countFrom)) : null,
    comments: numberOf('COMMENT'),
    shares: numberOf('SHARE'),
    watchedSeconds: watchedMs === null ? null : watchedMs / 1000,
  }
}

/** Null when any of them is null. */
const sumOf = (counts: readonly (number | null)[]): number | null =>
  counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0)

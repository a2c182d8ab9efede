import { z } from 'zod'
import type { Interaction } from '#contract/platforms/index.ts'
import type { Account } from '../account.ts'
import type { TiktokClient } from './client.ts'

const creatorInfo = z.object({
  creator_nickname: z.string().default(''),
  creator_username: z.string().default(''),
  privacy_level_options: z.array(z.string()).default([]),
  max_video_post_duration_sec: z.number().default(600),
  comment_disabled: z.boolean().default(false),
  duet_disabled: z.boolean().default(false),
  stitch_disabled: z.boolean().default(false),
})
export type CreatorInfo = z.infer<typeof creatorInfo>

/** What the account may post right now: required before each post, 20 calls a minute. */
export const creatorOf = (client: TiktokClient, account: Account): Promise<CreatorInfo> =>
  client.ask(account, '/v2/post/publish/creator_info/query/', {}, creatorInfo)

/** What the account has switched off for all its posts. */
export const closedBy = (info: CreatorInfo): Interaction[] =>
  (['comment', 'duet', 'stitch'] as const).filter(name => info[`${name}_disabled`])

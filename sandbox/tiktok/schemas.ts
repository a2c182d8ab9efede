import { z } from 'zod'
import { type CallSchema, formHeaders, wholeNumber } from '../social/contract.ts'

/**
 * Requests as TikTok's reference pages describe them, read in November 2026:
 * https://developers.tiktok.com/doc/content-posting-api-reference-direct-post
 * https://developers.tiktok.com/doc/content-posting-api-reference-query-creator-info
 * https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status
 * https://developers.tiktok.com/doc/tiktok-api-v2-video-query
 * https://developers.tiktok.com/doc/tiktok-api-v2-video-list
 * https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info
 * https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide
 * https://developers.tiktok.com/doc/login-kit-web
 * https://developers.tiktok.com/doc/oauth-user-access-token-management
 */
export const initBody = z.strictObject({
  post_info: z.strictObject({
    title: z.string().default(''),
    privacy_level: z.enum([
      'PUBLIC_TO_EVERYONE',
      'MUTUAL_FOLLOW_FRIENDS',
      'FOLLOWER_OF_CREATOR',
      'SELF_ONLY',
    ]),
    disable_duet: z.boolean().default(false),
    disable_comment: z.boolean().default(false),
    disable_stitch: z.boolean().default(false),
    video_cover_timestamp_ms: z.int32().min(0).optional(),
    brand_content_toggle: z.boolean().optional(),
    brand_organic_toggle: z.boolean().optional(),
    is_aigc: z.boolean().optional(),
  }),
  source_info: z.strictObject({
    source: z.literal('FILE_UPLOAD'),
    video_size: z.int().min(1),
    chunk_size: z.int().min(1),
    total_chunk_count: z.int().min(1).max(1000),
  }),
})

const nothing = z.strictObject({})
/** A comma-separated list of these names, at least one. */
const fieldsOf = (names: readonly string[]) =>
  z.strictObject({
    fields: z
      .string()
      .refine(list => list.split(',').every(name => names.includes(name)), 'names no such field'),
  })
const videoFields = fieldsOf([
  'id',
  'create_time',
  'cover_image_url',
  'share_url',
  'video_description',
  'duration',
  'height',
  'width',
  'title',
  'embed_html',
  'embed_link',
  'like_count',
  'comment_count',
  'share_count',
  'view_count',
])

export const tiktokCalls = {
  init: { query: nothing, body: initBody },
  creatorInfo: { query: nothing, body: nothing },
  status: { query: nothing, body: z.strictObject({ publish_id: z.string().min(1).max(64) }) },
  videoQuery: {
    query: videoFields,
    body: z.strictObject({ filters: z.strictObject({ video_ids: z.array(z.string()).min(1).max(20) }) }),
  },
  videoList: {
    query: videoFields,
    body: z.strictObject({ cursor: z.int().optional(), max_count: z.int().min(1).max(20).optional() }),
  },
  userInfo: {
    query: fieldsOf([
      'open_id',
      'union_id',
      'avatar_url',
      'avatar_url_100',
      'avatar_large_url',
      'display_name',
    ]),
  },
  chunk: {
    query: z.strictObject({ upload_id: z.string().min(1), upload_token: z.string().min(1) }),
    headers: z.object({
      'content-type': z.enum(['video/mp4', 'video/quicktime', 'video/webm']),
      'content-length': wholeNumber,
      'content-range': z.string().regex(/^bytes \d+-\d+\/\d+$/),
    }),
  },
  authorize: {
    query: z.strictObject({
      client_key: z.string().min(1),
      scope: z.string().min(1),
      response_type: z.literal('code'),
      redirect_uri: z.url(),
      state: z.string().min(1),
      disable_auto_auth: z.enum(['0', '1']).optional(),
    }),
  },
  token: {
    query: nothing,
    headers: formHeaders,
    body: z.discriminatedUnion('grant_type', [
      z.strictObject({
        grant_type: z.literal('authorization_code'),
        client_key: z.string(),
        client_secret: z.string(),
        code: z.string(),
        redirect_uri: z.string(),
      }),
      z.strictObject({
        grant_type: z.literal('refresh_token'),
        client_key: z.string(),
        client_secret: z.string(),
        refresh_token: z.string(),
      }),
    ]),
  },
} satisfies Record<string, CallSchema>

import { z } from 'zod'
import { type CallSchema, wholeNumber } from '../social/contract.ts'

/**
 * Requests as Meta's reference pages describe them, read in November 2026:
 * https://developers.facebook.com/docs/video-api/guides/reels-publishing
 * https://developers.facebook.com/docs/graph-api/reference/page/video_reels
 * https://developers.facebook.com/docs/graph-api/reference/video (update, delete)
 * https://developers.facebook.com/docs/graph-api/reference/video/thumbnails
 * https://developers.facebook.com/docs/graph-api/reference/video/video_insights
 * https://developers.facebook.com/docs/graph-api/batch-requests
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 * https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived
 * https://developers.facebook.com/docs/graph-api/reference/debug_token
 */
const nothing = z.strictObject({})
const someOf = (names: readonly string[]) =>
  z.string().refine(list => list.split(',').every(name => names.includes(name)), 'names no such field')
const limit = wholeNumber.refine(text => Number(text) <= 100, 'at most 100')

export const reelBody = z.discriminatedUnion('upload_phase', [
  z.strictObject({ upload_phase: z.literal('start') }),
  z.strictObject({
    upload_phase: z.literal('finish'),
    video_id: wholeNumber,
    video_state: z.enum(['PUBLISHED', 'DRAFT', 'SCHEDULED']),
    // A text that is too long gets Facebook's own error, not the schema's.
    description: z.string().default(''),
    title: z.string().default(''),
    scheduled_publish_time: z.int().optional(),
  }),
])
/** The requests of a batch, one per reel. */
const insight = /^\w+\/video_insights\?metric=[a-z_]+(,[a-z_]+)*$/
export const batchBody = z.strictObject({
  batch: z
    .array(z.strictObject({ method: z.literal('GET'), relative_url: z.string().regex(insight) }))
    .min(1)
    .max(50),
  include_headers: z.boolean().optional(),
})

export const facebookCalls = {
  videoReels: { query: nothing, body: reelBody },
  bytes: {
    query: nothing,
    // The host answers for its other headers with its own errors.
    headers: z.object({ 'content-length': wholeNumber }),
  },
  video: { query: z.strictObject({ fields: someOf(['id', 'status', 'description', 'created_time']) }) },
  listReels: {
    query: z.strictObject({
      fields: someOf(['id', 'description', 'created_time', 'length', 'permalink_url', 'title']),
      limit: limit.optional(),
      after: z.string().min(1).optional(),
    }),
  },
  batch: { query: nothing, body: batchBody },
  dialog: {
    query: z.strictObject({
      client_id: z.string().min(1),
      redirect_uri: z.url(),
      state: z.string().min(1),
      response_type: z.enum(['code', 'token', 'code token', 'granted_scopes']).optional(),
      scope: z.string().optional(),
      auth_type: z.literal('rerequest').optional(),
    }),
  },
  token: {
    query: z.union([
      z.strictObject({
        client_id: z.string(),
        client_secret: z.string(),
        redirect_uri: z.string(),
        code: z.string(),
      }),
      z.strictObject({
        client_id: z.string(),
        client_secret: z.string(),
        grant_type: z.literal('fb_exchange_token'),
        fb_exchange_token: z.string(),
      }),
    ]),
  },
  debugToken: { query: z.strictObject({ input_token: z.string().min(1) }) },
  accounts: {
    query: z.strictObject({
      fields: someOf(['id', 'name', 'access_token', 'tasks', 'category']),
      after: z.string().optional(),
      limit: wholeNumber.optional(),
    }),
  },
  me: {
    query: z.strictObject({ fields: z.string().regex(/^[a-z]+(\{[a-z,]+\})?(,[a-z]+(\{[a-z,]+\})?)*$/) }),
  },
  update: {
    query: nothing,
    body: z.strictObject({ description: z.string().optional(), name: z.string().optional() }),
  },
  remove: { query: nothing },
  thumbnails: {
    query: nothing,
    headers: z.object({ 'content-type': z.string().regex(/^multipart\/form-data; boundary=/) }),
  },
} satisfies Record<string, CallSchema>

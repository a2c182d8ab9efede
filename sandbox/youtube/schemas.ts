import { z } from 'zod'
import { type CallSchema, formHeaders, wholeNumber } from '../social/contract.ts'
import { answerProblems, requestProblems } from './published/check.ts'

/**
 * Requests as Google describes them, read in November 2026:
 * https://developers.google.com/youtube/v3/docs/videos (insert, list, update, delete), /channels/list, /playlistItems/list,
 * /thumbnails/set, and https://developers.google.com/youtube/v3/revision_history for videos.batchGetStats.
 */
const partsOf = (names: readonly string[]) =>
  z.string().refine(list => list.split(',').every(name => names.includes(name)), 'names no such part')
const flag = z.enum(['true', 'false'])
const results = z.coerce.number().int().min(0).max(50)
const videoParts = [
  'contentDetails',
  'fileDetails',
  'id',
  'liveStreamingDetails',
  'localizations',
  'paidProductPlacementDetails',
  'player',
  'processingDetails',
  'recordingDetails',
  'snippet',
  'statistics',
  'status',
  'suggestions',
  'topicDetails',
]

export const videoBody = z.strictObject({
  snippet: z.strictObject({
    title: z.string().default(''),
    description: z.string().default(''),
    tags: z.array(z.string()).default([]),
    categoryId: z.string().regex(/^\d+$/).default('22'),
    defaultLanguage: z.string().optional(),
  }),
  status: z
    .strictObject({
      privacyStatus: z.enum(['public', 'unlisted', 'private']).default('public'),
      publishAt: z.iso.datetime({ offset: true }).optional(),
      embeddable: z.boolean().optional(),
      license: z.enum(['youtube', 'creativeCommon']).optional(),
      publicStatsViewable: z.boolean().optional(),
      selfDeclaredMadeForKids: z.boolean().optional(),
      containsSyntheticMedia: z.boolean().optional(),
    })
    .default({ privacyStatus: 'public' }),
})

/** An update replaces each part it names as a whole, so a snippet must include title and category. */
export const updateBody = z.strictObject({
  id: z.string().min(1),
  snippet: z
    .strictObject({
      title: z.string(),
      description: z.string().optional(),
      tags: z.array(z.string()).optional(),
      categoryId: z.string().regex(/^\d+$/),
      defaultLanguage: z.string().optional(),
    })
    .optional(),
  status: z
    .strictObject({
      privacyStatus: z.enum(['public', 'unlisted', 'private']),
      publishAt: z.iso.datetime({ offset: true }).optional(),
      embeddable: z.boolean().optional(),
      license: z.enum(['youtube', 'creativeCommon']).optional(),
      publicStatsViewable: z.boolean().optional(),
      selfDeclaredMadeForKids: z.boolean().optional(),
      containsSyntheticMedia: z.boolean().optional(),
    })
    .optional(),
})

/** Also checks each call against Google's discovery document. */
const published = <T extends Record<string, CallSchema>>(calls: T): { [K in keyof T]: CallSchema } => {
  const entries = Object.entries(calls).map(([id, call]): [string, CallSchema] => [
    id,
    {
      ...call,
      published: {
        request: (query, body) => requestProblems(id, query, body),
        answer: body => answerProblems(id, body),
      },
    },
  ])
  return Object.fromEntries(entries) as { [K in keyof T]: CallSchema }
}

export const youtubeCalls = published({
  'videos.insert': {
    query: z.strictObject({
      uploadType: z.literal('resumable'),
      part: partsOf(videoParts),
      notifySubscribers: flag.optional(),
    }),
    body: videoBody,
  },
  'videos.list': {
    query: z.strictObject({
      part: partsOf(videoParts),
      id: z.string().min(1),
      maxResults: results.optional(),
      pageToken: z.string().optional(),
    }),
  },
  'videos.batchGetStats': {
    query: z.strictObject({
      part: partsOf(['id', 'snippet', 'statistics', 'contentDetails']),
      id: z.string().min(1),
    }),
  },
  'channels.list': {
    query: z.strictObject({
      part: partsOf(['id', 'snippet', 'contentDetails', 'statistics', 'status']),
      mine: flag,
    }),
  },
  'playlistItems.list': {
    query: z.strictObject({
      part: partsOf(['id', 'snippet', 'contentDetails', 'status']),
      playlistId: z.string().min(1),
      videoId: z.string().min(1).optional(),
      maxResults: results.optional(),
      pageToken: z.string().optional(),
    }),
  },
  'videos.update': { query: z.strictObject({ part: partsOf(['snippet', 'status']) }), body: updateBody },
  'videos.delete': { query: z.strictObject({ id: z.string().min(1) }) },
  'playlistItems.insert': {
    query: z.strictObject({ part: partsOf(['snippet']) }),
    body: z.strictObject({
      snippet: z.strictObject({
        playlistId: z.string().min(1),
        resourceId: z.strictObject({ kind: z.literal('youtube#video'), videoId: z.string().min(1) }),
      }),
    }),
  },
  'captions.insert': {
    query: z.strictObject({ uploadType: z.literal('multipart'), part: partsOf(['snippet']) }),
    headers: z.object({ 'content-type': z.string().regex(/^multipart\/related; boundary=/) }),
  },
  // https://developers.google.com/youtube/analytics/channel_reports#top-videos, and the revision history for
  // engagedViews
  'reports.query': {
    query: z.strictObject({
      ids: z.literal('channel==MINE'),
      startDate: z.iso.date(),
      endDate: z.iso.date(),
      dimensions: z.literal('video'),
      metrics: z.enum(['engagedViews,averageViewDuration', 'estimatedRevenue']),
      filters: z.string().regex(/^video==[\w-]+(,[\w-]+){0,499}$/),
      sort: z.enum(['-engagedViews', '-estimatedRevenue']),
      maxResults: z.coerce.number().int().min(1).max(200),
    }),
  },
  'thumbnails.set': { query: z.strictObject({ videoId: z.string().min(1) }) },
})

/**
 * https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol, without the call that
 * opens the session
 */
export const uploadBytes: CallSchema = {
  query: z.strictObject({ uploadType: z.literal('resumable'), upload_id: z.string().min(1) }),
  headers: z.object({
    'content-range': z.string().regex(/^bytes (\d+-\d+|\*)\/\d+$/),
    'content-length': wholeNumber,
  }),
  // Only the last answer has a body: the video resource.
  published: { request: () => [], answer: body => answerProblems('videos.insert', body) },
}

/**
 * https://developers.google.com/identity/protocols/oauth2/web-server; tokenInfo:
 * https://cloud.google.com/docs/authentication/token-types
 */
export const googleOauth = {
  authorize: {
    query: z.strictObject({
      client_id: z.string().min(1),
      redirect_uri: z.url(),
      response_type: z.literal('code'),
      scope: z.string().min(1),
      access_type: z.enum(['online', 'offline']).optional(),
      prompt: z.string().optional(),
      include_granted_scopes: flag.optional(),
      state: z.string().optional(),
      login_hint: z.string().optional(),
      code_challenge: z
        .string()
        .regex(/^[\w.~-]{43,128}$/)
        .optional(),
      code_challenge_method: z.enum(['S256', 'plain']).optional(),
    }),
  },
  tokenInfo: { query: z.strictObject({ access_token: z.string().min(1) }) },
  token: {
    query: z.strictObject({}),
    headers: formHeaders,
    body: z.discriminatedUnion('grant_type', [
      z.strictObject({
        grant_type: z.literal('authorization_code'),
        client_id: z.string(),
        client_secret: z.string(),
        code: z.string(),
        redirect_uri: z.string(),
        code_verifier: z.string().optional(),
      }),
      z.strictObject({
        grant_type: z.literal('refresh_token'),
        client_id: z.string(),
        client_secret: z.string(),
        refresh_token: z.string(),
      }),
    ]),
  },
} satisfies Record<string, CallSchema>

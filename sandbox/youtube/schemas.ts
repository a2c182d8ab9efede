import { z } from 'zod'
import type { CallSchema } from '../social/contract.ts'
import { answerProblems, requestProblems } from './published/check.ts'

/**
 * Requests as Google describes them, read in November 2026:
 * https://developers.google.com/youtube/v3/docs/videos (insert, list), /channels/list, /playlistItems/list,
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

/** Each call checked against Google's discovery document too. */
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
      maxResults: results.optional(),
      pageToken: z.string().optional(),
    }),
  },
  'thumbnails.set': { query: z.strictObject({ videoId: z.string().min(1) }) },
})

import type { Shape } from './shape.ts'

const text: Shape = { type: 'string' }
const count: Shape = { type: 'string', format: 'uint64' }
const object = (properties: Record<string, Shape>): Shape => ({ type: 'object', properties })
const list = (items: Shape): Shape => ({ type: 'array', items })

/** Methods in the reference that this revision of the discovery document lacks, read in November 2026. */
export const newerMethods = {
  // https://developers.google.com/youtube/v3/docs/videos/batchGetStats
  'videos.batchGetStats': {
    httpMethod: 'GET',
    path: 'youtube/v3/videos:batchGetStats',
    parameters: {
      id: { type: 'string', required: true, repeated: true },
      part: { type: 'string', required: true, repeated: true },
      onBehalfOfContentOwner: text,
    },
    response: 'BatchGetStatsResponse',
  },
}

export const newerSchemas: Record<string, Shape> = {
  BatchGetStatsResponse: object({
    kind: text,
    etag: text,
    items: list({ $ref: 'VideoStat' }),
    summary: object({
      requestedVideoCount: count,
      succeededVideoCount: count,
      failedVideoCount: count,
      failedVideoIds: list(text),
    }),
  }),
  VideoStat: object({
    kind: text,
    etag: text,
    id: text,
    snippet: object({ publishTime: text }),
    statistics: object({ viewCount: count, likeCount: count, commentCount: count }),
    contentDetails: object({ duration: text, durationMillis: count }),
  }),
}

/** Fields by schema. https://developers.google.com/youtube/v3/revision_history, October 30, 2024 */
export const newerFields: Record<string, Record<string, Shape>> = {
  VideoStatus: { containsSyntheticMedia: { type: 'boolean' } },
}

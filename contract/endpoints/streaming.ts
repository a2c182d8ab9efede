import { z } from 'zod'
import { finding } from '../findings.ts'
import { endpoint } from './endpoint.ts'

const streamId = z.string().regex(/^[0-9a-f]{32}$/)

export const streamingEndpoints = {
  manifest: endpoint({
    permission: 'public',
    scope: 'videos:read',
    summary: 'HLS playlist with every rendition',
    params: z.object({ streamId }),
    produces: 'application/vnd.apple.mpegurl',
  }),
  streamFile: endpoint({
    permission: 'public',
    scope: 'videos:read',
    summary: "A rendition's playlist or one of its segments",
    params: z.object({
      streamId,
      renditionId: z.uuid(),
      file: z.string().regex(/^(playlist\.m3u8|init\.mp4|s\d{5,8}\.m4s)$/),
    }),
    produces: 'video/mp4',
  }),
  thumbnail: endpoint({
    permission: 'public',
    scope: 'videos:read',
    summary: 'A frame of the video, or its cover, as JPEG',
    params: z.object({ streamId }),
    query: z.object({
      time: z
        .string()
        .regex(/^(cover|\d{1,6}(\.\d{1,6})?s?)$/, finding('timeOfCover'))
        .default('0s'),
      /** identifies an uploaded cover, so that each cover has its own address */
      version: z
        .string()
        .regex(/^[0-9a-f]{16}$/)
        .optional(),
      height: z.coerce.number().int().min(16).max(2160).default(360),
    }),
    produces: 'image/jpeg',
  }),
  embed: endpoint({
    permission: 'public',
    summary: 'A player page for embedding in a frame',
    params: z.object({ streamId }),
    produces: 'text/html',
  }),
}

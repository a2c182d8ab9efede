import { z } from 'zod'
import { clipFormats } from './constants.ts'
import { gaugeChoice } from './gauges/schemas.ts'

/** Square ones are made by people only. */
export const renderedFormats = [...clipFormats, 'square'] as const
export type ClipFormat = (typeof renderedFormats)[number]
export const clipKinds = ['highlight', 'reel'] as const
export type ClipKind = (typeof clipKinds)[number]
const clipStatuses = ['pending', 'rendering', 'ready', 'failed'] as const
export type ClipStatus = (typeof clipStatuses)[number]

/** POST /api/videos/{id}/clips: a highlight or a planned reel of the newest analysis, by its index. */
export const clipBody = z.object({
  kind: z.enum(clipKinds),
  index: z.number().int().min(0).max(1000),
  format: z.enum(clipFormats).default('wide'),
  /** burned into the picture */
  gauges: z.union([z.literal('none'), gaugeChoice]).default('none'),
})
export type ClipGauges = z.output<typeof clipBody>['gauges']

/** A rendered part of a video; url serves MP4 with byte ranges once status is ready. */
export const clip = z.object({
  id: z.string(),
  kind: z.enum(clipKinds),
  format: z.enum(renderedFormats),
  gauges: z.union([z.literal('none'), gaugeChoice]),
  /** what of the video it shows, one after another, seconds */
  parts: z.array(z.object({ start: z.number(), end: z.number() })),
  status: z.enum(clipStatuses),
  progress: z.number().int().min(0).max(100),
  error: z.string().nullable(),
  duration: z.number(),
  size: z.number().nullable(),
  url: z.string(),
})
export type Clip = z.infer<typeof clip>

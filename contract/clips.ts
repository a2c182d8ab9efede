import { z } from 'zod'

export const clipFormats = ['wide', 'vertical'] as const
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
})

/** A rendered part of a video; url serves MP4 with byte ranges once status is ready. */
export const clip = z.object({
  id: z.string(),
  kind: z.enum(clipKinds),
  format: z.enum(renderedFormats),
  status: z.enum(clipStatuses),
  progress: z.number().int().min(0).max(100),
  error: z.string().nullable(),
  duration: z.number(),
  size: z.number().nullable(),
  url: z.string(),
})
export type Clip = z.infer<typeof clip>

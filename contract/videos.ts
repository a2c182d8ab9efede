import { z } from 'zod'
import { longestVideoTitle } from './clean-text.ts'
import { maxDurationSeconds } from './constants.ts'
import { finding } from './findings.ts'
import { line, lines } from './text.ts'
import { videoStatuses } from './video-statuses.ts'

export * from './video-statuses.ts'

export const categories = [
  'utv',
  'atv',
  'side-by-side',
  'dirt-bike',
  'rock-crawling',
  'mud-bogging',
  'trail-riding',
  'racing',
] as const
export const category = z.enum(categories)
export type Category = (typeof categories)[number]

export const videoStatus = z.enum(videoStatuses)

export const streamStatuses = ['inprogress', 'ready', 'error'] as const
export type StreamStatus = (typeof streamStatuses)[number]
export const aiStatuses = ['pending', 'processing', 'completed', 'failed'] as const
export type AiStatus = (typeof aiStatuses)[number]

/** How much of a damaged file can be read, compared with what its index promises. Seconds. */
export const damage = z.object({ promisedSeconds: z.number(), readableSeconds: z.number() })

/** A video as its owner and staff see it. Times are ISO 8601, sizes bytes, durations seconds, money dollars. */
export const video = z.object({
  id: z.string(),
  userId: z.string(),
  title: z.string(),
  /** the file's name, while the generated title is shown in its place and the rider hasn't kept either */
  replacedTitle: z.string().nullable(),
  description: z.string(),
  category,
  status: videoStatus,
  /** A sentence for the owner if processing failed or staff rejected it. */
  processingError: z.string().nullable(),
  /** until when the owner can have a refused file processed anyway; null for any other video */
  keptUntil: z.string().nullable(),
  /** null for a whole file */
  damage: damage.nullable(),
  duration: z.number(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  createdAt: z.string(),
  publishedAt: z.string().nullable(),
  fileName: z.string(),
  fileSize: z.number().nullable(),
  views: z.number().int(),
  earnings: z.number(),
  aiEnhanced: z.boolean(),
  cfStreamId: z.string().nullable(),
  cfProcessingStatus: z.enum(streamStatuses).nullable(),
  cfReadyToStream: z.boolean(),
  thumbnailUrl: z.string().nullable(),
  aiProcessingStatus: z.enum(aiStatuses).nullable(),
  aiProcessingError: z.string().nullable(),
  aiProcessingStarted: z.string().nullable(),
  aiProcessingCompleted: z.string().nullable(),
  aiViralPotentialScore: z.number().nullable(),
  /** JSON as text, as in the contract */
  aiHighlights: z.string().nullable(),
  aiThumbnailRecommendations: z.string().nullable(),
  aiGeneratedTitle: z.string().nullable(),
  aiGeneratedDescription: z.string().nullable(),
  aiGeneratedTags: z.array(z.string()).nullable(),
})
export type Video = z.infer<typeof video>

/** Hex SHA-256 of the file's size and of its first, middle and last 256 KiB. */
export const fingerprint = z.string().regex(/^[0-9a-f]{64}$/)

/** GET /api/videos/known?fingerprint=…: the same person's upload of the same file, or null. */
export const knownUploadAnswer = z
  .object({ id: z.string(), title: z.string(), createdAt: z.string() })
  .nullable()

export const uploadUrlBody = z.object({
  fileName: line(255, { min: 1, short: finding('fileName') }),
  maxDurationSeconds: z.number().int().min(1).max(maxDurationSeconds).default(maxDurationSeconds),
  title: line(longestVideoTitle).default(''),
  description: lines(5000).default(''),
  category: category.default('utv'),
  /** Sent if the browser knows it, so that a file over the limit is refused before its first byte. */
  fileSize: z.number().int().min(0).optional(),
  /** Hash of parts of the file (see knownUpload), to recognize it later. */
  fingerprint: fingerprint.optional(),
})
/** uploadUrl takes the contract's multipart POST (field `file`) and the tus protocol, at one address. */
export const uploadUrlAnswer = z.object({ video, uploadUrl: z.string() })

export const patchVideoBody = z.object({
  /** Creators may only report that the upload is done; the server sets every other status. */
  status: z.literal('processing').optional(),
  cfProcessingStatus: z.literal('inprogress').optional(),
  fileSize: z.number().int().min(0).optional(),
  title: line(longestVideoTitle, { min: 1 }).optional(),
  description: lines(5000).optional(),
  category: category.optional(),
})

/** POST /api/videos/{id}/cover: the frame at this second; null: the best one found by the analysis. */
export const coverBody = z.strictObject({ timestamp: z.number().min(0).max(maxDurationSeconds).nullable() })

/** GET /api/videos/{id}/status */
export const streamStatusAnswer = z.object({
  status: videoStatus,
  cfStreamId: z.string().nullable(),
  cfProcessingStatus: z.enum(streamStatuses).nullable(),
  cfReadyToStream: z.boolean(),
  processingError: z.string().nullable(),
  /** 0–100 of the whole ladder */
  ladderProgress: z.number().int().min(0).max(100),
  /** heights that can be played now, largest first; the first may be the original itself */
  renditions: z.array(z.number().int()),
})

/** GET /api/videos/{id}/ai-status: the union of both variants of the contract. */
export const aiStatusAnswer = z.object({
  aiProcessingStatus: z.enum(aiStatuses).nullable(),
  aiProcessingError: z.string().nullable(),
  aiProcessingStarted: z.string().nullable(),
  aiProcessingCompleted: z.string().nullable(),
  aiViralPotentialScore: z.number().nullable(),
  aiGeneratedTitle: z.string().nullable(),
  aiGeneratedDescription: z.string().nullable(),
  aiGeneratedTags: z.array(z.string()).nullable(),
  progress: z.number().int().min(0).max(100),
  stage: z.string().nullable(),
  completed: z.boolean(),
})

/** POST /api/videos/{id}/ai-analyze and …/ai-process: idempotent, returns the running analysis if there is one. */
export const aiStartAnswer = z.object({ runId: z.string(), aiProcessingStatus: z.enum(aiStatuses) })

/** GET /api/earnings/projection, dollars */
export const projectionAnswer = z.object({ projectedEarnings: z.number() })

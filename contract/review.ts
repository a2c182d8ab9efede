import { z } from 'zod'
import { compiledHighlights, highlight, safetyNote, taggerReport } from './analysis.ts'
import { clip } from './clips.ts'
import { finding } from './findings.ts'
import { type ReviewOrder, rejectionReasons, reviewOrders } from './rejections.ts'
import { line, lines, opaque, textKinds } from './text.ts'
import { category, damage, videoStatus } from './videos.ts'

/**
 * A page of a list. The answer is a plain array; the header `x-next-cursor` is the `cursor` for the next page, absent
 * on the last one.
 */
export { nextCursorHeader } from './constants.ts'
export const pageQuery = z.object({
  cursor: opaque(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const selectableStatuses = ['pending', 'approved', 'rejected', 'published'] as const
export const selectableStatus = z.enum(selectableStatuses)

/** GET /api/admin/ai-processed-videos: exactly the contract's fields. The JSON text fields hold lists or objects. */
export const aiProcessedVideo = z.object({
  id: z.string(),
  title: z.string(),
  thumbnailUrl: z.string().nullable(),
  status: videoStatus,
  user: z.object({ firstName: z.string().nullable(), lastName: z.string().nullable() }),
  aiViralPotentialScore: z.number().nullable(),
  /** [{description, start, end, clipType, score, motionLevel, excitementLevel}] */
  aiHighlights: z.string().nullable(),
  /** {title, description, tags} */
  aiYoutubeMetadata: z.string().nullable(),
  /** {title, description, hashtags} */
  aiTiktokMetadata: z.string().nullable(),
  /** [{timestamp, reason, score}] */
  aiThumbnailRecommendations: z.string().nullable(),
  /** [{title, description, totalDuration, score}] */
  aiCompiledHighlights: z.string().nullable(),
})
export type AiProcessedVideo = z.infer<typeof aiProcessedVideo>

const ofWaiting = (order: ReviewOrder) => order === 'strongest' || order === 'weakest'

/**
 * `waiting`: what staff still have to review (draft and pending), which alone can be ordered by viral potential.
 * `search` matches titles, and riders' names and addresses.
 */
export const aiProcessedQuery = pageQuery
  .extend({
    status: z.enum(['waiting', ...videoStatus.options]).optional(),
    search: line(100).optional(),
    category: category.optional(),
    /** only this video: where a link leads to it */
    id: z.uuid().optional(),
    order: z.enum(reviewOrders).default('newest'),
  })
  .refine(({ status, order }) => status === 'waiting' || !ofWaiting(order), {
    path: ['status'],
    message: finding('onlyWaiting'),
  })

export const rejectionReason = z.enum(rejectionReasons)

export const decisionKinds = [
  'approve',
  'reject',
  'publish',
  'status',
  'hide',
  'unhide',
  'approve_highlight',
  'reject_highlight',
  'approve_compilation',
  'thumbnail',
  'trim',
  'metadata',
  'compilation',
] as const
export type DecisionKind = (typeof decisionKinds)[number]

export const youtubeTexts = z.object({
  title: line(5000),
  description: lines(20_000),
  tags: z.array(line(500, { min: 1 })).max(500),
})
export const tiktokTexts = z.object({
  title: line(5000),
  description: lines(20_000),
  hashtags: z.array(line(200, { min: 1 })).max(500),
})

/**
 * GET /api/admin/videos/{id}/review, and the answer of every call that decides something about a video.
 * Send `version` back as `If-Match: "version"`: if somebody else decided in the meantime the answer is 409 with a
 * sentence that says who. Times are ISO 8601, positions seconds.
 */
export const reviewState = z.object({
  videoId: z.string(),
  version: z.number().int(),
  status: videoStatus,
  hidden: z.boolean(),
  /** false: it is the reader's own, and another staff member has to decide */
  mayDecide: z.boolean(),
  /** the second whose frame is the cover, if staff chose one */
  thumbnailTimestamp: z.number().nullable(),
  /** version of the model that scored the highlights; null without highlights */
  scoreModel: z.string().nullable(),
  /** how much of a damaged file there is; null for a whole one */
  damage: damage.nullable(),
  /** where somebody may have been hurt, by the newest analysis */
  safety: z.array(safetyNote),
  /** what the tagger did in the newest analysis; null without one */
  tagger: taggerReport.nullable(),
  /** indexes into the lists of the newest analysis */
  approvedHighlights: z.array(z.number().int()),
  rejectedHighlights: z.array(z.number().int()),
  approvedCompilations: z.array(z.number().int()),
  trims: z.array(
    z.object({
      index: z.number().int(),
      start: z.number(),
      end: z.number(),
      originalStart: z.number(),
      originalEnd: z.number(),
    }),
  ),
  /** what will be published: as edited by staff, else as the analysis wrote it */
  youtube: youtubeTexts.nullable(),
  tiktok: tiktokTexts.nullable(),
  /** why it is rejected now, or was the last time */
  rejection: z.object({ reason: rejectionReason, sentence: z.string(), at: z.string() }).nullable(),
  lastDecision: z
    .object({
      kind: z.enum(decisionKinds),
      by: z.string(),
      mine: z.boolean(),
      at: z.string(),
      /** until when it can be undone; null if it can't */
      undoUntil: z.string().nullable(),
    })
    .nullable(),
  /** other staff who have it open */
  others: z.array(z.object({ name: z.string(), since: z.string() })),
})
export type ReviewState = z.infer<typeof reviewState>

export const rejectBody = z.object({
  reason: rejectionReason,
  /** staff's own words, shown to the rider as written; required for 'other' */
  words: lines(1000).default(''),
})
/** POST …/hide: the owner sees `words` as written. */
export const hideBody = z.object({ words: lines(1000).default('') }).nullish()
export const thumbnailBody = z.object({ timestamp: z.number().min(0) })
export const trimBody = z.object({ start: z.number().min(0), end: z.number().min(0) })
/** PATCH …/highlights/{index}: the state, and the clip that is being rendered again. */
export const trimAnswer = z.object({ review: reviewState, clip })
export const metadataBody = z
  .object({ youtube: youtubeTexts, tiktok: tiktokTexts })
  .partial()
  .refine(body => body.youtube || body.tiktok, finding('nothingToChange'))

/** PATCH /api/admin/videos/{id}/status: any of the four from any other; reason and words go with 'rejected'. */
export const statusBody = z.object({
  status: selectableStatus,
  reason: rejectionReason.optional(),
  words: lines(1000).default(''),
})
/** POST /api/admin/videos/bulk-status: each video on its own; refused ones say why. */
export const bulkStatusBody = statusBody.extend({ ids: z.array(z.uuid()).min(1).max(200) })
export const bulkStatusAnswer = z.object({
  changed: z.array(z.string()),
  refused: z.array(z.object({ id: z.string(), message: z.string() })),
})

/** POST and DELETE /api/admin/videos/{id}/presence: who else has it open, and who has which other video open. */
export const presenceAnswer = reviewState.pick({ version: true, others: true }).extend({
  elsewhere: z.array(z.object({ videoId: z.string(), name: z.string() })),
})
export type PresenceAnswer = z.infer<typeof presenceAnswer>

/** A highlight by its index, or as GET …/ai-highlights returns it: start and end identify it, the rest isn't read. */
const { start, end, ...unread } = highlight.shape
const ignored = z.unknown().register(textKinds, { text: 'opaque' })
const chosenHighlight = z.union([
  z.number().int().min(0).max(1000),
  z.strictObject({
    ...Object.fromEntries(Object.keys(unread).map(name => [name, ignored.optional()])),
    start,
    end,
  }),
])

/** POST /api/videos/{id}/add-to-compilation: highlights of the newest analysis; makes one more reel. */
export const addToCompilationBody = z.object({
  highlights: z.array(chosenHighlight).min(1).max(30),
  compilationType: z.enum(['short', 'wide']).default('short'),
})
export const addToCompilationAnswer = z.object({
  /** its index among the video's reels */
  index: z.number().int(),
  compilation: compiledHighlights,
  clip,
})

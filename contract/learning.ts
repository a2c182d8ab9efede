import { z } from 'zod'

/** What staff decided about a highlight or a whole video. Trimmed alone means: worth keeping, with other ends. */
export const verdicts = ['approved', 'rejected', 'trimmed'] as const
export type Verdict = (typeof verdicts)[number]

/** Whether a score rests on a motion sensor or GPS, or on picture and sound alone. */
export const scoreSources = ['telemetry', 'picture'] as const
export type ScoreSource = (typeof scoreSources)[number]

/** PUT /api/profile/review-learning. `deleted` labels can't be restored. */
export const reviewLearningBody = z.object({ learnFromReviews: z.boolean() })
export const reviewLearningAnswer = z.object({ learnFromReviews: z.boolean(), deleted: z.number().int() })

/** How a nightly fit ended; only `proposed` leaves something to decide. */
export const refitOutcomes = [
  'too_few',
  'same_labels',
  'no_order',
  'no_better',
  'dismissed',
  'proposed',
] as const
export type RefitOutcome = (typeof refitOutcomes)[number]

/** One line of a proposal. Scores, precision and errors 0 to 1; errors are on labels the fit had not seen. */
export const weightsRow = z.object({
  kind: z.string(),
  source: z.enum(scoreSources),
  labels: z.number().int(),
  videos: z.number().int(),
  precision: z.number(),
  /** whether the proposal changes the scores of this kind */
  changed: z.boolean(),
  scores: z.array(z.object({ raw: z.number(), today: z.number(), proposed: z.number() })),
  errorToday: z.number(),
  errorProposed: z.number(),
})
export type WeightsRow = z.infer<typeof weightsRow>

export const weightsReport = z.object({
  labels: z.number().int(),
  videos: z.number().int(),
  /** version of the weights in use; 0: the built-in ones */
  against: z.number().int(),
  errorToday: z.number(),
  errorProposed: z.number(),
  rows: z.array(weightsRow),
})
export type WeightsReport = z.infer<typeof weightsReport>

export const scoreProposal = z.object({
  version: z.number().int(),
  proposedAt: z.string(),
  report: weightsReport,
})
export type ScoreProposal = z.infer<typeof scoreProposal>

/**
 * GET /api/admin/score-weights, and the answer of every decision about them. Times are ISO 8601; version 0 is the
 * built-in weights.
 */
export const scoreWeightsState = z.object({
  inUse: z.object({
    version: z.number().int(),
    /** false: fitted for an earlier analysis, so the built-in weights apply until the next fit */
    fits: z.boolean(),
  }),
  proposal: scoreProposal.nullable(),
  labels: z.object({ labels: z.number().int(), videos: z.number().int() }),
  lastRefit: z.object({ at: z.string(), outcome: z.enum(refitOutcomes) }).nullable(),
  /** newest first */
  history: z.array(z.object({ version: z.number().int(), usedAt: z.string(), usedBy: z.string() })),
})
export type ScoreWeightsState = z.infer<typeof scoreWeightsState>

export const weightsParams = z.object({
  version: z.coerce.number().int().min(0).max(2_147_483_647),
})

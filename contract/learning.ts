import { z } from 'zod'

/** What staff said about a highlight, or about a video as a whole. Trimmed alone: worth keeping, with other ends. */
export const verdicts = ['approved', 'rejected', 'trimmed'] as const
export type Verdict = (typeof verdicts)[number]

/** Whether a score rests on a sensor's or the camera's own facts, or on picture and sound alone. */
export const scoreSources = ['telemetry', 'picture'] as const
export type ScoreSource = (typeof scoreSources)[number]

/** PUT /api/profile/review-learning. `deleted` labels are gone for good. */
export const reviewLearningBody = z.object({ learnFromReviews: z.boolean() })
export const reviewLearningAnswer = z.object({ learnFromReviews: z.boolean(), deleted: z.number().int() })

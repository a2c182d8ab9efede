import { z } from 'zod'
import { clip } from '../clips.ts'
import { finding } from '../findings.ts'
import { gaugeChoice } from '../gauges/schemas.ts'
import { line, lines } from '../text.ts'
import { bedNames } from './bed-names.ts'
import { longestTitle, mostPieces, reelShapes, reelTargets, shortestPiece } from './limits.ts'
import { musicLimits } from './music-limits.ts'

/** A stretch of the video, seconds. */
export const reelPiece = z
  .strictObject({
    start: z.number().min(0).max(36_000),
    end: z.number().min(0).max(36_000),
    /** middle of the crop, 0 (left) to 1 (right); null: where the analysis says */
    crop: z.number().min(0).max(1).nullable(),
  })
  .refine(({ start, end }) => end - start >= shortestPiece - 1e-6, {
    message: finding('pieceTooShort'),
    path: ['end'],
  })
export type ReelPiece = z.infer<typeof reelPiece>

/** What a reel is made of, in the order in which it is shown. */
export const reelPlan = z
  .strictObject({
    /** on a card before the first piece; '': no card */
    title: line(longestTitle),
    target: z.literal(reelTargets),
    shape: z.enum(reelShapes),
    /** a bed, music that its maker brought for this video from one of its seconds on, or none */
    music: z
      .union([
        z.enum(bedNames),
        z.strictObject({ file: z.uuid(), from: z.number().min(0).max(musicLimits.seconds).default(0) }),
      ])
      .nullable(),
    /** cut on the beat of the music */
    onBeat: z.boolean(),
    /** slow down the peaks of jumps */
    slowMotion: z.boolean(),
    /** burned into the pieces, not into the title card */
    gauges: z.union([z.literal('none'), gaugeChoice]).default('none'),
    pieces: z.array(reelPiece).min(1).max(mostPieces),
  })
  .refine(({ pieces }) => pieces.reduce((sum, { start, end }) => sum + end - start, 0) <= 60 + 1e-6, {
    message: finding('piecesTooLong'),
    path: ['pieces'],
  })
export type ReelPlan = z.infer<typeof reelPlan>

/** none: not sent yet, or changed since. Only an approved reel can be published. */
export const reelVerdicts = ['none', 'waiting', 'approved', 'rejected'] as const
export type ReelVerdict = (typeof reelVerdicts)[number]

export const reel = z.object({
  id: z.string(),
  plan: reelPlan,
  /** counts its changes: send it back with the next one */
  version: z.number().int(),
  madeBy: z.enum(['rider', 'staff']),
  /** its newest rendering; null before the first, and once it was canceled */
  clip: clip.nullable(),
  /** the own music of that rendering, else of the plan, by its id */
  ownMusic: z.string().nullable(),
  /** whether the plan was changed since that */
  changed: z.boolean(),
  /** of staff about that rendering */
  verdict: z.enum(reelVerdicts),
  /** what staff said when they rejected it */
  words: z.string(),
  /** ISO 8601 */
  updatedAt: z.string(),
})
export type Reel = z.infer<typeof reel>

/** PUT /api/videos/{id}/reels/{reelId} */
export const replaceReelBody = z.strictObject({ plan: reelPlan, version: z.number().int().min(1) })

/** POST /api/admin/videos/{id}/reels/{reelId}/decide: about this rendering, by its clip's id, and no other. */
export const decideReelBody = z.strictObject({
  decision: z.enum(['approve', 'reject']),
  clipId: z.uuid(),
  /** shown to the rider as they are; needed to reject */
  words: lines(1000).default(''),
})

/** GET /api/admin/reels: those that wait for staff, the longest waiting first. */
export const waitingReel = z.object({
  reelId: z.string(),
  videoId: z.string(),
  /** of the video */
  title: z.string(),
  sentAt: z.string(),
})

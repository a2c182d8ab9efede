import { sql } from 'kysely'
import type { EvidenceType } from '#contract/evidence.ts'
import type { ScoreSource, Verdict } from '#contract/learning.ts'
import type { Queryable } from '#server/core/db/database.ts'

/** One reviewer's latest verdict on one highlight, or on one video. Times in seconds, scores 0 to 1. */
export interface Label {
  videoId: string
  runId: string
  /** null: the whole video */
  highlight: number | null
  reviewerId: string
  verdict: Verdict
  /** a verdict on the video, which applies to each of its highlights */
  byVideo: boolean
  analysisVersion: number
  /** null for a video, and when the analysis stored no evidence */
  kind: EvidenceType | null
  source: ScoreSource
  /** null for a video */
  rawScore: number | null
  shownScore: number
  foundStart: number | null
  foundEnd: number | null
  givenStart: number | null
  givenEnd: number | null
  at: Date
}

/**
 * Every valid label, in the order of their videos. Labels that riders turned off or deleted are not included.
 */
export async function currentLabels(db: Queryable): Promise<Label[]> {
  const { rows } = await sql<Label>`
    select distinct on (video_id, run_id, highlight, reviewer_id)
      video_id as "videoId", run_id as "runId", highlight, reviewer_id as "reviewerId", verdict,
      by_video as "byVideo", analysis_version as "analysisVersion", kind, source, raw_score as "rawScore",
      shown_score as "shownScore", found_start as "foundStart", found_end as "foundEnd",
      given_start as "givenStart", given_end as "givenEnd", at
    from review_labels
    order by video_id, run_id, highlight, reviewer_id, version desc`.execute(db)
  return rows
}

/** Whether a reviewer found it worth keeping. */
export const isRight = ({ verdict }: Pick<Label, 'verdict'>): boolean => verdict !== 'rejected'

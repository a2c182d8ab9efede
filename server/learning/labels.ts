import { type Insertable, sql } from 'kysely'
import type { EvidenceType } from '#contract/evidence.ts'
import type { ScoreSource, Verdict } from '#contract/learning.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { ReviewLabels } from '../../db/schema.generated.ts'

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
  /** a highlight's certainty, a video's viral potential */
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

export type NewLabel = Insertable<ReviewLabels>

export async function insertLabels(tx: Queryable, labels: readonly NewLabel[]): Promise<void> {
  if (labels.length > 0) await tx.insertInto('review_labels').values(labels).execute()
}

/** A reviewer's latest verdict on a highlight; null when none. */
export async function verdictOf(
  tx: Queryable,
  { runId, highlight, reviewerId }: { runId: string; highlight: number; reviewerId: string },
): Promise<Verdict | null> {
  const row = await tx
    .selectFrom('review_labels')
    .select('verdict')
    .where('run_id', '=', runId)
    .where('highlight', '=', highlight)
    .where('reviewer_id', '=', reviewerId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.verdict ?? null
}

/** Indexes of the highlights with a verdict. */
export async function judgedHighlights(tx: Queryable, runId: string): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('review_labels')
    .select('highlight')
    .distinct()
    .where('run_id', '=', runId)
    .where('highlight', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ highlight }) => (highlight === null ? [] : [highlight])))
}

/** Deletes the labels from one decision about a video. @param version review_version after that decision */
export async function deleteLabelsOf(tx: Queryable, videoId: string, version: number): Promise<void> {
  await tx
    .deleteFrom('review_labels')
    .where('video_id', '=', videoId)
    .where('version', '=', version)
    .execute()
}

/** Deletes every label of a rider's videos. @returns how many */
export async function deleteLabelsOfRider(tx: Queryable, userId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('review_labels')
    .where('video_id', 'in', q => q.selectFrom('videos').select('videos.id').where('user_id', '=', userId))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** A label that weights can be fitted to. */
export interface Sample {
  videoId: string
  kind: string
  source: ScoreSource
  raw: number
  right: boolean
}

/**
 * Labels of highlights with a raw score from this analysis version, because raw scores of other versions are
 * not comparable.
 */
export const samplesOf = (labels: readonly Label[], analysisVersion: number): Sample[] =>
  labels.flatMap(label =>
    label.highlight === null ||
    label.kind === null ||
    label.rawScore === null ||
    label.analysisVersion !== analysisVersion
      ? []
      : [
          {
            videoId: label.videoId,
            kind: label.kind,
            source: label.source,
            raw: label.rawScore,
            right: isRight(label),
          },
        ],
  )

export const videosOf = (samples: readonly Sample[]): number =>
  new Set(samples.map(({ videoId }) => videoId)).size

import { seededRandom } from '#lab/ride/random.ts'
import { analysisVersion, calibrate, standardModel } from '#server/analysis/index.ts'
import type { Database } from '#server/core/db/database.ts'
import { makeVideo } from './review.ts'

/**
 * One reviewer's verdicts on `count` videos with ten highlights each, whose loud moments are mostly rejected.
 */
export async function addVerdicts(
  db: Database,
  userId: string,
  { count = 24, seed = 1, at = new Date() } = {},
) {
  const { next } = seededRandom(seed)
  for (let made = 0; made < count; made++) {
    const { id, runId } = await makeVideo(db, userId)
    await db
      .insertInto('review_labels')
      .values(
        Array.from({ length: 10 }, (_, highlight) => {
          const raw = 0.45 + 0.5 * next()
          const loud = highlight % 2 === 1
          const [kind, source] = loud
            ? (['sound_burst', 'picture'] as const)
            : (['jump', 'telemetry'] as const)
          const shown = calibrate(standardModel, kind, raw, source)
          return {
            video_id: id,
            run_id: runId,
            highlight,
            reviewer_id: 'reviewer',
            version: highlight + 1,
            verdict: next() < (loud ? shown / 4 : shown) ? ('approved' as const) : ('rejected' as const),
            analysis_version: analysisVersion,
            kind,
            source,
            raw_score: raw,
            shown_score: shown,
            at,
          }
        }),
      )
      .execute()
  }
}

import type { Verdict } from '#contract/learning.ts'
import { learnsFromReviews } from '#server/accounts/index.ts'
import { lockResult } from '#server/analysis/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import type { VideoRow } from '#server/videos/index.ts'
import { insertLabels, judgedHighlights, type NewLabel, verdictOf } from './labels.ts'
import { labelOfHighlight, labelOfVideo, type Span, verdictOfTrim } from './rules.ts'

/** What a reviewer's decision says about the analysis. */
export type VerdictInput =
  /** `found`: the analysis's original bounds, when the highlight was trimmed since */
  | { about: 'highlight'; index: number; verdict: Verdict; found: Span | null }
  /** `empty`: rejected because too little happens, which applies to each highlight as well */
  | { about: 'video'; verdict: 'approved' | 'rejected'; empty: boolean }

interface Decision {
  video: Pick<VideoRow, 'id' | 'user_id'>
  reviewerId: string
  /** review_version after it */
  version: number
  at: Date
}

/**
 * Stores a decision's labels, in the decision's transaction. Nothing is stored for riders who turned learning
 * off, or for videos without an analysis.
 */
export async function noteVerdict(tx: Tx, said: VerdictInput, decision: Decision): Promise<void> {
  const { video, reviewerId, version, at } = decision
  if (!(await learnsFromReviews(tx, video.user_id))) return
  const run = await lockResult(tx, video.id)
  if (!run) return
  const { runId, result } = run
  const common = { video_id: video.id, run_id: runId, reviewer_id: reviewerId, version, at }
  const ofHighlight = (index: number, verdict: Verdict, found: Span | null): NewLabel[] => {
    const highlight = result.highlights[index]
    if (!highlight) return []
    return [
      { ...common, ...labelOfHighlight(result, highlight, found ?? highlight), highlight: index, verdict },
    ]
  }
  if (said.about === 'highlight') {
    const { index, found } = said
    const before =
      said.verdict === 'trimmed' && (await verdictOf(tx, { runId, highlight: index, reviewerId }))
    const verdict = said.verdict === 'trimmed' ? verdictOfTrim(before || null) : said.verdict
    return insertLabels(tx, ofHighlight(index, verdict, found))
  }
  const { verdict, empty } = said
  const judged = empty ? await judgedHighlights(tx, runId) : null
  const each = judged
    ? result.highlights.flatMap((_, index) =>
        judged.has(index) ? [] : ofHighlight(index, verdict, null).map(one => ({ ...one, by_video: true })),
      )
    : []
  await insertLabels(tx, [{ ...common, ...labelOfVideo(result), highlight: null, verdict }, ...each])
}

import type { AnalysisResult } from '#contract/analysis.ts'
import { knownTexts } from '#contract/platforms/index.ts'
import type { Words } from '#contract/platforms/limits.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { json } from '#server/platform/db/json.ts'
import { videoWriter } from '#server/videos/index.ts'

const write = videoWriter('analysis')

/** Says that an analysis of the video waits for its turn. */
export const queueAnalysis = (tx: Queryable, id: string) =>
  write(tx, id, { ai_status: 'pending', ai_error: null, ai_started_at: null, ai_completed_at: null })

export const startAnalysis = (tx: Queryable, id: string, at: Date) =>
  write(tx, id, { ai_status: 'processing', ai_started_at: at, ai_error: null })

/** What of a result the video's own row repeats, for lists. */
const listColumns = ({ highlights, compilations }: AnalysisResult) => ({
  ai_highlights: json(highlights),
  ai_compilations: json(compilations.map(({ clips: _, ...shown }) => shown)),
})

/** Shows a changed result in lists. */
export const listResult = (tx: Queryable, id: string, result: AnalysisResult) =>
  write(tx, id, listColumns(result))

export const finishAnalysis = (tx: Queryable, id: string, result: AnalysisResult, at: Date) =>
  write(tx, id, {
    ai_status: 'completed',
    ai_error: null,
    ai_completed_at: at,
    ai_viral_score: result.viralPotential.score,
    ai_version: result.version,
    ai_title: result.texts.title,
    ai_description: result.texts.description,
    ai_tags: json(result.texts.tags),
    ai_thumbnails: json(result.thumbnails),
    ai_texts: json(knownTexts(result.texts)),
    ...listColumns(result),
  })

/** @param sentence what the owner reads */
export const failAnalysis = (tx: Queryable, id: string, sentence: string) =>
  write(tx, id, { ai_status: 'failed', ai_error: sentence })

/** Forgets that an analysis was asked for: nothing can be made of the video. */
export const dropAnalysis = (tx: Queryable, id: string) => write(tx, id, { ai_status: null })

/** Says why the analysis waits; null takes it back. */
export const tellAnalysisWaits = (db: Queryable, id: string, sentence: string | null) =>
  write(db, id, { ai_error: sentence })

/** @param key of the telemetry that the rider added, in the object store */
export const setTelemetry = (tx: Queryable, id: string, key: string) => write(tx, id, { telemetry_key: key })

/** Keeps the owner's own words while generated ones stand in their place; null when they are back. */
export const keepOwnWords = (tx: Queryable, id: string, words: Words | null) =>
  write(tx, id, { metadata_before_ai: words && json(words) })

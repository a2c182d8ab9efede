import { randomUUID } from 'node:crypto'
import type { GeneratedTexts } from '#contract/analysis.ts'
import { knownTexts } from '#contract/platforms/index.ts'
import type { WordsBefore } from '#contract/platforms/limits.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { json, textColumn } from '#server/core/db/json.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { videoWriter } from '#server/videos/index.ts'
import type { Shown } from './private-places/shown.ts'
import type { AnalysisResult } from './types.ts'

const write = videoWriter('analysis')

/** Records that an analysis of the video is queued. */
export const queueAnalysis = (tx: Queryable, id: string) =>
  write(tx, id, { ai_status: 'pending', ai_error: null, ai_started_at: null, ai_completed_at: null })

export const startAnalysis = (tx: Queryable, id: string, at: Date) =>
  write(tx, id, { ai_status: 'processing', ai_started_at: at, ai_error: null })

/** The parts of a result that are copied to the video's row, for lists: as others may see them, since staff have lists. */
const listColumns = ({ highlights, compilations }: Shown<AnalysisResult>) => ({
  ai_highlights: json(highlights),
  ai_compilations: json(compilations.map(({ clips: _, ...shown }) => shown)),
})

/** Shows a changed result in lists. */
export const listResult = (tx: Queryable, id: string, result: Shown<AnalysisResult>) =>
  write(tx, id, listColumns(result))

/** The title, description and tags that the analysis wrote, in the units of the one whom the video belongs to. */
export const setGenerated = (tx: Queryable, id: string, texts: GeneratedTexts) =>
  write(tx, id, {
    ai_title: texts.title,
    ai_description: texts.description,
    ai_tags: json(texts.tags),
  })

export const finishAnalysis = (tx: Queryable, id: string, result: Shown<AnalysisResult>, at: Date) =>
  write(tx, id, {
    ai_status: 'completed',
    ai_error: null,
    ai_completed_at: at,
    ai_viral_score: result.viralPotential.score,
    ai_version: result.version,
    ai_thumbnails: json(result.thumbnails),
    ai_texts: json(knownTexts(result.texts)),
    ...listColumns(result),
  })

/** @param sentence shown to the owner */
export const failAnalysis = (tx: Queryable, id: string, sentence: Sentence) =>
  write(tx, id, { ai_status: 'failed', ai_error: textColumn(sentence) })

/** Cancels a requested analysis, because the video can't be processed. */
export const dropAnalysis = (tx: Queryable, id: string) => write(tx, id, { ai_status: null })

/** Says why the analysis waits; null removes the sentence. */
export const setAnalysisWait = (db: Queryable, id: string, sentence: Sentence | null) =>
  write(db, id, { ai_error: textColumn(sentence) })

/**
 * Records that telemetry was added, or a ride laid in another place: an analysis that began before is followed by another.
 * @param key of the telemetry in the object store; null for the same as before
 */
export const changeTelemetry = (tx: Queryable, id: string, key: string | null) =>
  write(tx, id, {
    telemetry_edition: randomUUID(),
    ...(key ? { telemetry_key: key } : {}),
  })

/** Keeps the owner's own texts while generated ones replace them; null when they are restored. */
export const keepOwnWords = (tx: Queryable, id: string, words: WordsBefore | null) =>
  write(tx, id, { metadata_before_ai: words && json(words) })

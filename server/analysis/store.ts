import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { GeneratedTexts } from '#contract/analysis.ts'
import type { UnitSystem } from '#contract/gauges/units.ts'
import type { AiStatus } from '#contract/videos.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'
import type { AnalysisRuns } from '../../db/schema.generated.ts'
import type { KeptTelemetry } from './analyze.ts'
import type { WholeFindings, WholeMinute, WholeResult, WholeRide } from './private-places/shown.ts'
import type { AnalysisResult } from './types.ts'

/** Most rides on the map of a rider's places. */
const ridesListed = 30

export interface RunState {
  id: string
  videoId: string
  status: AiStatus
  progress: number
  stage: string | null
}

const runColumns = ['id', 'video_id', 'status', 'progress', 'stage'] as const

const asRun = (row: Pick<Selectable<AnalysisRuns>, (typeof runColumns)[number]>): RunState => ({
  id: row.id,
  videoId: row.video_id,
  status: row.status,
  progress: row.progress,
  stage: row.stage,
})

/** Opens a run unless one is in progress. @returns the run in progress, and whether it is new */
export async function openRun(
  tx: Queryable,
  videoId: string,
): Promise<{ id: string; status: AiStatus; isNew: boolean }> {
  const created = await tx
    .insertInto('analysis_runs')
    .values({ id: randomUUID(), video_id: videoId, status: 'pending' })
    .onConflict(c =>
      c.column('video_id').where(sql<boolean>`status in ('pending', 'processing')`).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (created) return { id: created.id, status: 'pending', isNew: true }
  const going = await tx
    .selectFrom('analysis_runs')
    .select(['id', 'status'])
    .where('video_id', '=', videoId)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirst()
  // It ended between the two statements, so a new one is possible.
  if (!going) return openRun(tx, videoId)
  return { id: going.id, status: going.status, isNew: false }
}

export async function findRun(db: Queryable, runId: string): Promise<RunState | null> {
  const row = await db
    .selectFrom('analysis_runs')
    .select(runColumns)
    .where('id', '=', runId)
    .executeTakeFirst()
  return row ? asRun(row) : null
}

/** The owner of a run's video; null when it is deleted. */
export async function ownerOfRun(db: Queryable, runId: string): Promise<string | null> {
  const row = await db
    .selectFrom('analysis_runs')
    .innerJoin('videos', 'videos.id', 'analysis_runs.video_id')
    .where('analysis_runs.id', '=', runId)
    .select('videos.user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

export async function findLatestRun(db: Queryable, videoId: string): Promise<RunState | null> {
  const row = await db
    .selectFrom('analysis_runs')
    .select(runColumns)
    .where('video_id', '=', videoId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? asRun(row) : null
}

/** The newest completed run of a video, or the given one if it is completed. */
export const completedRun = (db: Queryable, videoId: string, runId?: string | null) =>
  db
    .selectFrom('analysis_runs')
    .where('video_id', '=', videoId)
    .where('status', '=', 'completed')
    .$if(!!runId, q => q.where('id', '=', runId as string))
    .orderBy('completed_at', 'desc')
    .limit(1)

/** The result of the newest completed run, or of the given one. */
export async function findResult(
  db: Queryable,
  videoId: string,
  runId?: string | null,
): Promise<WholeResult | null> {
  const row = await completedRun(db, videoId, runId).select('result').executeTakeFirst()
  return row?.result ?? null
}

/** What the analysis wrote, in both systems of units. `imperial` is null where it is the same. */
export interface WrittenTexts {
  metric: GeneratedTexts
  imperial: GeneratedTexts | null
}

/** The texts as a person or a channel with these units reads them (decision 028). */
export const textsIn = ({ metric, imperial }: WrittenTexts, units: UnitSystem): GeneratedTexts =>
  (units === 'imperial' && imperial) || metric

/** The texts of the newest completed run, or of the given one. */
export async function findTexts(
  db: Queryable,
  videoId: string,
  runId?: string | null,
): Promise<WrittenTexts | null> {
  const row = await completedRun(db, videoId, runId)
    .select(['imperial_texts as imperial', sql<GeneratedTexts | null>`result->'texts'`.as('metric')])
    .executeTakeFirst()
  return row?.metric ? { metric: row.metric, imperial: row.imperial } : null
}

/** What the newest completed run found, or the given one; null when there is none. */
export async function findFindings(
  db: Queryable,
  videoId: string,
  runId?: string | null,
): Promise<WholeFindings | null> {
  const row = await completedRun(db, videoId, runId).select(['id', 'result', 'ride']).executeTakeFirst()
  return row?.result ? { runId: row.id, result: row.result, ride: row.ride } : null
}

/** A rider's rides with telemetry, newest first. */
export async function newestRidesOf(
  db: Queryable,
  userId: string,
): Promise<{ videoId: string; title: string; ride: WholeRide }[]> {
  const rows = await db
    .selectFrom('videos')
    .innerJoin('analysis_runs', 'analysis_runs.video_id', 'videos.id')
    .where('videos.user_id', '=', userId)
    .where('videos.held', '=', false)
    .where('analysis_runs.ride', 'is not', null)
    .distinctOn(['videos.created_at', 'videos.id'])
    .select(['videos.id', 'videos.title', 'analysis_runs.ride'])
    .orderBy('videos.created_at', 'desc')
    .orderBy('videos.id')
    .orderBy('analysis_runs.completed_at', 'desc')
    .limit(ridesListed)
    .execute()
  return rows.flatMap(({ id, title, ride }) => (ride ? [{ videoId: id, title, ride }] : []))
}

/** What gauges show in some minutes of a run, in order. */
export async function minutesOfRun(db: Queryable, runId: string, minutes: number[]): Promise<WholeMinute[]> {
  if (minutes.length === 0) return []
  return db
    .selectFrom('ride_minutes')
    .select(['minute', 'samples'])
    .where('run_id', '=', runId)
    .where('minute', 'in', minutes)
    .orderBy('minute')
    .execute()
}

/** The newest completed run, locked until the transaction ends: for changing its result. */
export async function lockResult(tx: Queryable, videoId: string): Promise<WholeFindings | null> {
  const row = await tx
    .selectFrom('analysis_runs')
    .select(['id', 'result', 'ride'])
    .where('video_id', '=', videoId)
    .where('status', '=', 'completed')
    .orderBy('completed_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return row?.result ? { runId: row.id, result: row.result, ride: row.ride } : null
}

export async function storeResult(tx: Queryable, runId: string, result: WholeResult): Promise<void> {
  await tx
    .updateTable('analysis_runs')
    .set({ result: json(result) })
    .where('id', '=', runId)
    .execute()
}

export async function markStarted(tx: Queryable, runId: string, at: Date): Promise<void> {
  await tx
    .updateTable('analysis_runs')
    .set({ status: 'processing', started_at: at, progress: 0, stage: null })
    .where('id', '=', runId)
    .execute()
}

export async function markProgress(
  db: Queryable,
  runId: string,
  progress: number,
  stage: string,
): Promise<void> {
  await db
    .updateTable('analysis_runs')
    .set({ progress, stage })
    .where('id', '=', runId)
    .where('status', '=', 'processing')
    .execute()
}

export async function markCompleted(
  tx: Queryable,
  runId: string,
  {
    result,
    imperialTexts,
    kept: { ride, minutes, prints },
  }: { result: AnalysisResult; imperialTexts: GeneratedTexts | null; kept: KeptTelemetry },
  at: Date,
): Promise<void> {
  await tx
    .updateTable('analysis_runs')
    .set({
      status: 'completed',
      result: json(result),
      imperial_texts: imperialTexts && json(imperialTexts),
      ride: ride && json(ride),
      prints: prints.length > 0 ? prints : null,
      progress: 100,
      stage: null,
      completed_at: at,
    })
    .where('id', '=', runId)
    .execute()
  const rows = minutes.map(({ minute, samples }) => ({ run_id: runId, minute, samples: json(samples) }))
  if (rows.length > 0) await tx.insertInto('ride_minutes').values(rows).execute()
}

/**
 * Plots, map and prints are kept only for the newest run, and the ride of the run that staff approved: what others may see
 * of its findings depends on where the ride was.
 */
export async function dropEarlierTelemetry(
  tx: Queryable,
  videoId: string,
  { newest, approved }: { newest: string; approved: string | null },
): Promise<void> {
  const earlier = tx.updateTable('analysis_runs').where('video_id', '=', videoId).where('id', '<>', newest)
  await earlier.set({ prints: null }).where('prints', 'is not', null).execute()
  await earlier
    .set({ ride: null })
    .where('ride', 'is not', null)
    .where('id', '<>', approved ?? newest)
    .execute()
  await tx
    .deleteFrom('ride_minutes')
    .where('run_id', 'in', eb => eb.selectFrom('analysis_runs').select('id').where('video_id', '=', videoId))
    .where('run_id', '<>', newest)
    .execute()
}

export async function markFailed(tx: Queryable, runId: string, error: string, at: Date): Promise<void> {
  await tx
    .updateTable('analysis_runs')
    .set({ status: 'failed', error, completed_at: at })
    .where('id', '=', runId)
    .where('status', 'in', ['pending', 'processing'])
    .execute()
}

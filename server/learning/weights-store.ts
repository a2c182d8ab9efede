import { sql } from 'kysely'
import type { RefitOutcome, WeightsReport } from '#contract/learning.ts'
import type { CalibrationModel } from '#server/analysis/index.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'

/** Serializes decisions and fits until the transaction ends. */
export async function lockWeights(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('score_weights', 0))`.execute(tx)
}

export interface StoredWeights {
  version: number
  analysisVersion: number
  model: CalibrationModel
  report: WeightsReport
  labels: number
  proposedAt: Date
  state: 'open' | 'used' | 'dismissed' | 'replaced'
}

const weightRows = (db: Queryable) =>
  db
    .selectFrom('score_weights')
    .select(['version', 'analysis_version as analysisVersion', 'model', 'report', 'labels'])
    .select(['proposed_at as proposedAt', 'state'])

export async function findWeights(db: Queryable, version: number): Promise<StoredWeights | null> {
  return (await weightRows(db).where('version', '=', version).executeTakeFirst()) ?? null
}

export async function openProposal(db: Queryable): Promise<StoredWeights | null> {
  return (await weightRows(db).where('state', '=', 'open').executeTakeFirst()) ?? null
}

export async function newestWeights(db: Queryable): Promise<StoredWeights | null> {
  return (await weightRows(db).orderBy('version', 'desc').limit(1).executeTakeFirst()) ?? null
}

/** @returns the version of the new proposal */
export async function insertProposal(
  tx: Tx,
  given: {
    analysisVersion: number
    model: CalibrationModel
    report: WeightsReport
    labels: number
    at: Date
  },
): Promise<number> {
  const { version } = await tx
    .insertInto('score_weights')
    .values({
      analysis_version: given.analysisVersion,
      model: json(given.model),
      report: json(given.report),
      labels: given.labels,
      proposed_at: given.at,
      state: 'open',
    })
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** A newer fit replaces an undecided proposal. @returns whether there was one */
export async function replaceOpen(tx: Tx): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('score_weights')
    .set({ state: 'replaced' })
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function decideWeights(
  tx: Tx,
  version: number,
  { state, by, at }: { state: 'used' | 'dismissed'; by: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('score_weights')
    .set({ state, decided_by: by, decided_at: at })
    .where('version', '=', version)
    .execute()
}

export interface WeightsUse {
  /** 0: the built-in ones */
  version: number
  usedBy: string
  usedAt: Date
}

/** @param version 0 for the built-in ones */
export async function insertUse(tx: Tx, { version, usedBy, usedAt }: WeightsUse): Promise<void> {
  await tx
    .insertInto('score_weight_uses')
    .values({ version: version || null, used_by: usedBy, used_at: usedAt })
    .execute()
}

/** The weights in effect over time, newest first. */
export async function listUses(db: Queryable, limit: number): Promise<WeightsUse[]> {
  const rows = await db
    .selectFrom('score_weight_uses')
    .select(['version', 'used_by as usedBy', 'used_at as usedAt'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => ({ ...row, version: row.version ?? 0 }))
}

export interface RefitNote {
  at: Date
  outcome: RefitOutcome
  labels: number
  videos: number
}

export async function noteRefit(tx: Tx, note: RefitNote & { version: number | null }): Promise<void> {
  await tx.insertInto('score_refits').values(note).execute()
}

export async function lastRefit(db: Queryable): Promise<RefitNote | null> {
  const row = await db
    .selectFrom('score_refits')
    .select(['at', 'outcome', 'labels', 'videos'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

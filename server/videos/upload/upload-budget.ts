import { sql } from 'kysely'
import { arrivingStatuses } from '#contract/video-statuses.ts'
import { sentences } from '#sentences/videos.ts'
import type { Database, Tx } from '#server/core/db/database.ts'
import { literals } from '#server/core/db/literals.ts'
import { AppError } from '#server/core/http/errors.ts'
import { type AccountUse, type Budgets, gigabytes, overBudget, type UploadRequest } from '../rules.ts'
import { ownerOf } from '../store.ts'
import { setReservedBytes } from './store.ts'

/**
 * Locks what an account may have, until the transaction ends. Always before any of its videos: who counts a file made
 * of one locks them in this order.
 */
export const lockAccount = (tx: Tx, userId: string) =>
  tx.selectFrom('users').select('email_verified').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()

/** Locks the account of a video, for what locks the video next and the account's use after it. */
export async function lockOwner(tx: Tx, videoId: string): Promise<void> {
  const owner = await ownerOf(tx, videoId)
  if (owner) await lockAccount(tx, owner)
}

/**
 * An account's current use, locked until the transaction ends, so that two simultaneous requests can't both
 * take the last of its budget.
 * @param but a video whose original is not counted
 * @param butFile the key of a stored file that is not counted
 */
async function usedBy(
  tx: Tx,
  userId: string,
  but: string | null,
  butFile: string | null = null,
): Promise<AccountUse & { verified: boolean }> {
  const user = await lockAccount(tx, userId)
  const kept = sql<boolean>`status <> 'failed'`
  const keptFile = sql<boolean>`(status <> 'failed' or kept_until is not null)`
  const stored = sql<string>`(select coalesce(sum(s.bytes), 0) from stored_sums s join videos v on v.id = s.video_id
      where v.user_id = ${userId}) - coalesce((select bytes from stored_files where key = ${butFile}), 0)`
  const row = await tx
    .selectFrom('videos')
    .where('user_id', '=', userId)
    .$if(but !== null, q => q.where('id', '!=', but as string))
    .select(eb => [
      eb.fn
        .countAll<string>()
        .filterWhere(sql<boolean>`uploaded_at is null and status in (${literals(arrivingStatuses)})`)
        .as('open'),
      sql<string>`coalesce(sum(coalesce(file_size, reserved_bytes)) filter (where ${keptFile}), 0)`.as(
        'bytes',
      ),
      stored.as('stored'),
      sql<number>`coalesce(sum(duration_seconds) filter (where ${kept}), 0)`.as('seconds'),
    ])
    .executeTakeFirstOrThrow()
  return {
    verified: user?.email_verified ?? false,
    openUploads: Number(row.open),
    bytes: Number(row.bytes) + Number(row.stored),
    seconds: Number(row.seconds),
  }
}

/** @returns why the account can't have this in addition, as an error with a sentence; null when it can */
export async function refusalOf(
  tx: Tx,
  budgets: Budgets,
  { userId, videoId, wanted }: { userId: string; videoId: string | null; wanted: UploadRequest },
): Promise<AppError | null> {
  const { verified, ...use } = await usedBy(tx, userId, videoId)
  const refusal = overBudget(use, wanted, verified ? budgets.verified : budgets.unverified, verified)
  return refusal && new AppError(refusal.code, refusal.sentence)
}

/**
 * Why an account has no room for a file made of its videos, as an error with a sentence; null when it has.
 * @param wanted the file, counted instead of an earlier one of its key; without it, any file at all
 */
export async function storageRefusal(
  tx: Tx,
  budgets: Budgets,
  userId: string,
  { key, bytes }: { key: string | null; bytes: number } = { key: null, bytes: 1 },
): Promise<AppError | null> {
  const { verified, ...use } = await usedBy(tx, userId, null, key)
  const budget = verified ? budgets.verified : budgets.unverified
  if (use.bytes + bytes <= budget.bytes) return null
  return new AppError('over_budget', sentences.storageFull({ gigabytes: gigabytes(budget.bytes), verified }))
}

/** @throws AppError over_budget with a sentence when an account has no room left for anything */
export async function refuseFullAccount(tx: Tx, budgets: Budgets, userId: string): Promise<void> {
  const refusal = await storageRefusal(tx, budgets, userId)
  if (refusal) throw refusal
}

/**
 * Checks that an upload of this size fits its owner's budget, and reserves it.
 * @throws AppError over_budget with a sentence when it doesn't
 */
export async function reserveBytes(
  db: Database,
  budgets: Budgets,
  video: { id: string; user_id: string },
  bytes: number,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const wanted = { bytes, seconds: 0, openUploads: 0 }
    const refusal = await refusalOf(tx, budgets, { userId: video.user_id, videoId: video.id, wanted })
    if (refusal) throw refusal
    await setReservedBytes(tx, video.id, bytes)
  })
}

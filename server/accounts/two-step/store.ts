import { createHash } from 'node:crypto'
import type { Database, Queryable } from '#server/core/db/database.ts'
import { newRecoveryCodes, plainRecoveryCode } from './totp.ts'

const digestOf = (userId: string, plain: string) =>
  createHash('sha256').update(`${userId}:${plain}`).digest('hex')

export interface FactorRow {
  secret: string
  confirmed_at: Date | null
}

export async function findFactor(db: Queryable, userId: string): Promise<FactorRow | undefined> {
  return db
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/**
 * Stores an unconfirmed secret, replacing an earlier unconfirmed one. @returns false when one is already
 * confirmed
 */
export async function putSecret(db: Queryable, userId: string, secret: string): Promise<boolean> {
  const row = await db
    .insertInto('second_factors')
    .values({ user_id: userId, secret })
    .onConflict(c =>
      c.column('user_id').doUpdateSet({ secret }).where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Uses up a code's time step. @returns false when it, or a later one, was used before (RFC 6238, section 5.2)
 */
export async function spendStep(db: Queryable, userId: string, step: number): Promise<boolean> {
  const row = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up a recovery code. @returns false when it is invalid or already used */
export async function spendRecoveryCode(db: Queryable, userId: string, text: string): Promise<boolean> {
  const plain = plainRecoveryCode(text)
  if (!plain) return false
  const row = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('digest', '=', digestOf(userId, plain))
    .returning('digest')
    .executeTakeFirst()
  return row !== undefined
}

export async function recoveryCodesLeft(db: Queryable, userId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select(eb => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.left)
}

/** Replaces all recovery codes. @returns the new ones, which can't be read again later */
export async function replaceRecoveryCodes(db: Queryable, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map(c => ({ user_id: userId, digest: digestOf(userId, plainRecoveryCode(c) as string) })))
    .execute()
  return codes
}

export async function markConfirmed(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.updateTable('second_factors').set({ confirmed_at: now }).where('user_id', '=', userId).execute()
  await db.updateTable('users').set({ second_factor: true }).where('id', '=', userId).execute()
}

/** Removes a person's two-step verification and its recovery codes. @returns false when there was none */
export async function removeFactor(db: Queryable, userId: string): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db.updateTable('users').set({ second_factor: false }).where('id', '=', userId).execute()
  const row = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return !!row?.confirmed_at
}

export async function markPassed(db: Database, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ second_factor_at: now }).where('id', '=', sessionId).execute()
}

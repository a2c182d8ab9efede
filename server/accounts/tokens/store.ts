import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { AccessToken } from '#contract/api-access.ts'
import { mostTokens, type TokenScope, tokenPrefix } from '#contract/api-constants.ts'
import { sentences } from '#sentences/accounts.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import { enqueueMail } from '#server/mail/index.ts'
import { lockConfirmed } from '../people/store.ts'

const dayMs = 24 * 3600_000

/** What is stored of a token: it is random, so a plain hash can't be guessed back. */
export const digestOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

interface Row {
  id: string
  name: string
  scopes: TokenScope[]
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
}

const present = (row: Row): AccessToken => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

const columns = ['id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at'] as const

/** The person's tokens, newest first; expired ones until the sweep deletes them. */
export async function listTokens(db: Queryable, userId: string): Promise<AccessToken[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(present)
}

/**
 * Makes a token, emails its owner about it and writes it to the audit log.
 * @returns it with its secret, which isn't stored
 * @throws AppError forbidden (suspended, address not confirmed), conflict (too many)
 */
export function createToken(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  by: Auditor,
  userId: string,
  { name, scopes, expiresInDays }: { name: string; scopes: readonly TokenScope[]; expiresInDays: number },
): Promise<AccessToken & { token: string }> {
  const token = tokenPrefix + randomBytes(32).toString('base64url')
  const now = clock.now()
  return db.transaction().execute(async tx => {
    await lockConfirmed(tx, userId, sentences.confirmForTokens)
    const { count } = await tx
      .selectFrom('access_tokens')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= mostTokens)
      throw new AppError('conflict', sentences.tooManyTokens({ most: mostTokens }))
    const row = await tx
      .insertInto('access_tokens')
      .values({
        id: randomUUID(),
        user_id: userId,
        name,
        digest: digestOfToken(token),
        scopes: [...new Set(scopes)],
        created_at: now,
        expires_at: new Date(now.getTime() + expiresInDays * dayMs),
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    const made = present(row)
    await enqueueMail(
      tx,
      {
        userId,
        videoId: null,
        template: 'new_access_token',
        data: { at: now.toISOString() },
        eventKey: `new_access_token:${made.id}`,
      },
      now,
    )
    const after = { tokenId: made.id, scopes: made.scopes, expiresAt: made.expiresAt }
    await record(tx, { ...by, action: 'token.create', objectType: 'user', objectId: userId, after })
    return { ...made, token }
  })
}

/** Revokes one of the person's tokens. @returns false when they have no such token */
export function revokeToken(
  { db }: Pick<Deps, 'db'>,
  by: Auditor,
  { userId, tokenId }: { userId: string; tokenId: string },
): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const { numDeletedRows } = await tx
      .deleteFrom('access_tokens')
      .where('id', '=', tokenId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    const before = { tokenId }
    await record(tx, { ...by, action: 'token.revoke', objectType: 'user', objectId: userId, before })
    return true
  })
}

import type { FastifyRequest } from 'fastify'
import { tokenPrefix } from '#contract/api-constants.ts'
import { sentences } from '#sentences/accounts.ts'
import { sentences as common } from '#sentences/http.ts'
import { type Budget, spend } from '#server/core/budget.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Actor } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import { digestOfToken } from './store.ts'

const authorization = new RegExp(`^Bearer +(${tokenPrefix}.*)$`, 'i')
/** How exact "last used" is: not every call writes. Milliseconds. */
const usedEveryMs = 60_000

/** Requests of one token: in a minute, and in a day. */
export const tokenBudgets: readonly Budget[] = [
  { name: 'token-minute', most: 600, windowSeconds: 60, sentence: sentences.tokenMinuteUsed },
  { name: 'token-day', most: 50_000, windowSeconds: 24 * 3600, sentence: sentences.tokenDayUsed },
]

/** The access token in an Authorization header, or null; another kind of bearer token isn't one of ours. */
export const accessTokenOf = (header: string | undefined): string | null =>
  authorization.exec(header ?? '')?.[1]?.trim() ?? null

/**
 * The person for whom a token speaks: always as a rider, so that a staff member's token reaches no more than their own
 * videos. Counts the request.
 * @throws AppError unauthorized (unknown, revoked, expired, account suspended or deleted), too_many_requests
 */
export async function actorOfToken(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: FastifyRequest,
  token: string,
): Promise<Actor> {
  const now = clock.now()
  const row = await db
    .selectFrom('access_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['t.id as token_id', 't.scopes', 't.expires_at', 't.last_used_at'])
    .select(['u.id', 'u.email', 'u.language', 'u.units'])
    .where('t.digest', '=', digestOfToken(token))
    .where('t.expires_at', '>', now)
    .where('u.email_verified', '=', true)
    .where('u.suspended_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  const claimed = request.headers['x-user-token']
  if (!row || (claimed !== undefined && claimed !== row.id))
    throw new AppError('unauthorized', common.unauthorized)
  request.personLanguage = row.language
  request.personUnits = row.units
  for (const budget of tokenBudgets) await spend(db, budget, row.token_id, now)
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() >= usedEveryMs)
    await db.updateTable('access_tokens').set({ last_used_at: now }).where('id', '=', row.token_id).execute()
  return {
    id: row.id,
    email: row.email,
    emailVerified: true,
    role: 'user',
    sessionId: `token:${row.token_id}`,
    until: row.expires_at,
    token: { id: row.token_id, scopes: row.scopes },
  }
}

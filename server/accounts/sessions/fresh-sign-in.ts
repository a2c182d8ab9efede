import { freshSignInMinutes } from '#contract/constants.ts'
import { sentences } from '#sentences/accounts.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Actor } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'

/**
 * Only accepts a session that started within the last minutes: an open page or a stolen cookie isn't enough
 * for what can't be undone. A bearer token has no sign-in here and is never fresh.
 * @throws AppError sign_in_again
 */
export async function needFreshSignIn(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', actor.sessionId)
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  const since = clock.now().getTime() - freshSignInMinutes * 60_000
  if (!session || session.created_at.getTime() < since)
    throw new AppError('sign_in_again', sentences.fresh({ minutes: freshSignInMinutes }))
}

import { api } from '#contract/paths.ts'
import type { OwnRiderPage } from '#contract/sharing/rider-page.ts'
import { sentences } from '#sentences/sharing.ts'
import { isReservedName } from '#server/accounts/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const uniqueViolation = '23505'

/** A rider whose page anyone may see. */
export interface ShownRider {
  userId: string
  name: string
}

/** One's own page, whether or not it is shown. */
export async function riderPageOf(
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
  userId: string,
): Promise<OwnRiderPage> {
  const row = await db
    .selectFrom('rider_pages')
    .select(['name', 'shown'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { ...row, url: publicUrl + api.riderPage(row.name) } : { name: null, shown: false, url: null }
}

/**
 * Chooses the name of one's page, and whether anyone may see it.
 * @throws AppError invalid_input for a name that poses as us, conflict when another rider has it
 */
export async function changeRiderPage(
  deps: Pick<Deps, 'db' | 'publicUrl'>,
  userId: string,
  { name, shown }: { name: string; shown: boolean },
): Promise<OwnRiderPage> {
  if (isReservedName(name))
    throw new AppError('invalid_input', sentences.riderNameReserved, { field: 'name' })
  await deps.db
    .insertInto('rider_pages')
    .values({ user_id: userId, name, shown })
    .onConflict(c => c.column('user_id').doUpdateSet({ name, shown }))
    .execute()
    .catch((error: Error & { code?: string }) => {
      if (error.code !== uniqueViolation) throw error
      throw new AppError('conflict', sentences.riderNameTaken, { field: 'name', cause: error })
    })
  return riderPageOf(deps, userId)
}

const shownPages = (db: Queryable) =>
  db
    .selectFrom('rider_pages as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.user_id as userId', 'p.name'])
    .where('p.shown', '=', true)
    .where('u.suspended_at', 'is', null)
    .where('u.deleted_at', 'is', null)

/** Whose page a name opens at the moment; null for any other text. */
export const riderNamed = async (db: Queryable, name: string): Promise<ShownRider | null> =>
  (await shownPages(db).where('p.name', '=', name.toLowerCase()).executeTakeFirst()) ?? null

/** The name under which a rider's page is shown; null while it isn't. */
export const shownNameOf = async (db: Queryable, userId: string): Promise<string | null> =>
  (await shownPages(db).where('p.user_id', '=', userId).executeTakeFirst())?.name ?? null

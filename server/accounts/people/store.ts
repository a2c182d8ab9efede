import { type Selectable, sql } from 'kysely'
import { allows, type Permission, type Role, roles } from '#contract/permissions.ts'
import { sentences } from '#sentences/accounts.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'
import { type Cursor, cursorAt, hasText } from '#server/core/db/page.ts'
import { AppError } from '#server/core/http/errors.ts'
import { type Reader, readerOf } from '#server/core/reader.ts'
import type { Sentence } from '#server/core/sentences.ts'
import type { Users } from '../../../db/schema.generated.ts'
import { forgetLinks } from '../sign-in/store.ts'

export type UserRow = Selectable<Users>

/** One person, including deleted accounts; undefined when unknown. */
export async function findUser(db: Queryable, id: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** How a rider reads, and where: for what is written for them while they aren't there. */
export async function readerOfRider(db: Queryable, userId: string): Promise<Reader> {
  const { language = null, units = null, time_zone: zone = null } = (await findUser(db, userId)) ?? {}
  return readerOf({ language, units, zone })
}

/** Display names by user id; unknown ids are left out. */
export async function displayNames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(r => [r.id, [r.first_name, r.last_name].filter(Boolean).join(' ') || r.name]))
}

/**
 * A person's name for strangers: as they gave it; empty when all that is known comes from their address, which is
 * nobody's business.
 */
export async function publicName(db: Queryable, id: string): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select(['name', 'email', 'first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return ''
  const given = [row.first_name, row.last_name].filter(Boolean).join(' ')
  const derived = [row.email, row.email.split('@')[0]].some(
    text => text?.toLowerCase() === row.name.toLowerCase(),
  )
  return given || (derived ? '' : row.name)
}

export async function setRole(db: Queryable, id: string, role: Role): Promise<void> {
  await db.updateTable('users').set({ role, updated_at: sql`now()` }).where('id', '=', id).execute()
}

/** Ids of all admins, locked until the transaction ends. */
export async function lockAdmins(tx: Queryable): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(r => r.id)
}

/**
 * Locks a person's account until the transaction ends, so that a count of what they have holds and a suspension or deletion
 * ends what the transaction makes as well.
 * @param confirmFirst what to say when the address isn't confirmed
 * @throws AppError forbidden when it isn't, and for a suspended or deleted account
 */
export async function lockConfirmed(tx: Queryable, userId: string, confirmFirst: Sentence): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['email_verified', 'suspended_at'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user || user.suspended_at) throw new AppError('forbidden', sentences.suspended)
  if (!user.email_verified) throw new AppError('forbidden', confirmFirst)
}

export interface PeopleFilter {
  id?: string | undefined
  /** part of an address or a name */
  search?: string | undefined
  role?: Role | undefined
  suspended?: boolean | undefined
  cursor: Cursor | null
  limit: number
}

/** Exactly as in the index's definition. */
const searchText = sql`(email || ' ' || lower(name) || ' ' || lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')))`

/** A query of the ids of people whose address or name contains a text. */
export const peopleNamed = (search: string) => sql`select id from users where ${hasText(searchText, search)}`

/** People, newest first, one more than fits on the page. */
export async function listUsers(
  db: Queryable,
  { id, search, role, suspended, cursor, limit }: PeopleFilter,
): Promise<(UserRow & { cursor_at: string })[]> {
  let query = db
    .selectFrom('users')
    .selectAll()
    .select(cursorAt('users').as('cursor_at'))
    .where('deleted_at', 'is', null)
  if (id) query = query.where('id', '=', id)
  if (search) query = query.where(hasText(searchText, search))
  if (role) query = query.where('role', '=', role)
  if (suspended !== undefined) query = query.where('suspended_at', suspended ? 'is not' : 'is', null)
  if (cursor) query = query.where(sql<boolean>`(created_at, id) < (${cursor.at}::timestamptz, ${cursor.id})`)
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Suspends a person's account, or with null ends the suspension. */
export async function setSuspension(
  db: Queryable,
  id: string,
  suspension: { at: Date; reason: string } | null,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ suspended_at: suspension?.at ?? null, suspended_reason: suspension?.reason ?? null })
    .where('id', '=', id)
    .execute()
}

export type ProfileChange = Partial<
  Pick<
    UserRow,
    | 'first_name'
    | 'last_name'
    | 'biography'
    | 'riding_style'
    | 'experience_level'
    | 'location'
    | 'equipment'
    | 'social_links'
    | 'hide_home_zone'
    | 'show_map'
    | 'language'
    | 'units'
  >
>

/** Changes the given fields of a person's own profile and leaves the others. */
export async function updateProfile(db: Queryable, id: string, change: ProfileChange): Promise<void> {
  const { equipment, social_links, ...texts } = change
  await db
    .updateTable('users')
    .set({
      ...texts,
      ...(equipment ? { equipment: json(equipment) } : {}),
      ...(social_links ? { social_links: json(social_links) } : {}),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Whether verdicts on a person's videos may be used for learning. Locked until the transaction ends, so that
 * nothing is stored after a rider turns it off.
 */
export async function learnsFromReviews(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('learn_from_reviews')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row?.learn_from_reviews ?? false
}

/** Sets whether verdicts on a person's videos may be used for learning. */
export async function setLearnsFromReviews(tx: Tx, id: string, on: boolean): Promise<void> {
  await tx
    .updateTable('users')
    .set({ learn_from_reviews: on, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** The stored data of a person, for their export. */
export async function personalRecord(db: Queryable, id: string): Promise<Record<string, unknown>> {
  const { deleted_at: _, ...row } = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row
}

/** Removes all personal data from their row, and every way to sign in. The random id stays as a pseudonym. */
export async function pseudonymize(tx: Queryable, { id, email }: UserRow, now: Date): Promise<void> {
  const tables = [
    'sessions',
    'access_tokens',
    'identities',
    'known_devices',
    'second_factors',
    'recovery_codes',
  ] as const
  for (const table of tables) await tx.deleteFrom(table).where('user_id', '=', id).execute()
  // A mailed link still in transit contains the address.
  await forgetLinks(tx, email)
  await tx
    .updateTable('users')
    .set({
      email: `${id}@deleted.invalid`,
      email_verified: false,
      email_verified_at: null,
      name: 'Deleted rider',
      first_name: null,
      last_name: null,
      image: null,
      role: 'user',
      biography: null,
      riding_style: null,
      experience_level: null,
      location: null,
      equipment: json([]),
      social_links: json([]),
      language: null,
      units: null,
      second_factor: false,
      suspended_at: null,
      suspended_reason: null,
      updated_at: now,
      deleted_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Ids of deleted accounts. */
export async function deletedUsers(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('deleted_at', 'is not', null).execute()
  return rows.map(r => r.id)
}

/** Whether an active staff member other than this one has a permission. */
export async function hasColleague(db: Queryable, id: string, permission: Permission): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '!=', id)
    .where(
      'role',
      'in',
      roles.filter(role => allows(permission, role)),
    )
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

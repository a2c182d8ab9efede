import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { type Cursor, cursorAt, searchPatterns } from '#server/platform/db/page.ts'
import { absoluteMs } from './rules.ts'

/** Longer than any limit remembers. */
const attemptsKeptMs = 48 * 3600_000
/** As long as a browser keeps the cookie. */
const devicesKeptMs = 400 * 24 * 3600_000

export interface UserRow {
  id: string
  email: string
  email_verified: boolean
  name: string
  first_name: string | null
  last_name: string | null
  image: string | null
  role: Role
  biography: string | null
  riding_style: string | null
  experience_level: string | null
  location: string | null
  equipment: string[]
  social_links: string[]
  hide_home_zone: boolean
  second_factor: boolean
  suspended_at: Date | null
  suspended_reason: string | null
  created_at: Date
}

/** One person, or undefined; also for one whose account is deleted. */
export async function findUser(db: Queryable, id: string): Promise<UserRow | undefined> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row as UserRow | undefined
}

/** Whether anybody has this address (lower case). */
export async function isKnown(db: Queryable, email: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return row !== undefined
}

/** Display name by user id; ids of nobody are left out. */
export async function displayNames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(r => [r.id, [r.first_name, r.last_name].filter(Boolean).join(' ') || r.name]))
}

export interface NewAccount {
  user: {
    id: string
    email: string
    name: string
    first_name: string | null
    last_name: string | null
    suspended_at: Date | null
    suspended_reason: string | null
  }
  session: {
    id: string
    token: string
    expires_at: Date
    ip_address: string | null
    user_agent: string | null
  }
}

/**
 * Makes an unverified account together with its first session, or nothing when the address is taken.
 * One transaction: nobody can prove the address (and end its sessions) between the two.
 * @returns whether the account was made
 */
export function insertAccount(db: Database, { user, session }: NewAccount): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const inserted = await tx
      .insertInto('users')
      .values(user)
      .onConflict(conflict => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return false
    await tx
      .insertInto('sessions')
      .values({ ...session, user_id: inserted.id })
      .execute()
    return true
  })
}

/**
 * The owner of an address has proved it: an account that somebody made with it unproven becomes theirs. Every session,
 * identity and known browser that it had until now ends, and what was written into its profile goes, in one statement.
 */
export async function claimUnverified(db: Queryable, email: string, now: Date): Promise<void> {
  await sql`
    with claimed as (
      update users set email_verified = true, email_verified_at = ${now}, updated_at = ${now},
        name = split_part(email, '@', 1), first_name = null, last_name = null, image = null, biography = null,
        riding_style = null, experience_level = null, location = null, equipment = '[]', social_links = '[]',
        hide_home_zone = true
      where email = ${email} and not email_verified returning id
    ), ended as (
      delete from sessions using claimed where sessions.user_id = claimed.id
    ), forgotten as (
      delete from known_devices using claimed where known_devices.user_id = claimed.id
    )
    delete from identities using claimed where identities.user_id = claimed.id`.execute(db)
}

/** Address and role of a person who has proved the address; undefined for anybody else. */
export async function roleOfVerified(
  db: Queryable,
  id: string,
): Promise<{ email: string; role: Role } | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['email', 'role'])
    .where('id', '=', id)
    .where('email_verified', '=', true)
    .executeTakeFirst()
  return row as { email: string; role: Role } | undefined
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

export interface PeopleWanted {
  /** part of an address or a name */
  search?: string | undefined
  role?: Role | undefined
  suspended?: boolean | undefined
  cursor: Cursor | null
  limit: number
}

/** Written as the index has it. */
const searchText = sql`(email || ' ' || lower(name) || ' ' || lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')))`

/** People newest first, one more than fits on the page. */
export async function listUsers(
  db: Queryable,
  { search, role, suspended, cursor, limit }: PeopleWanted,
): Promise<(UserRow & { cursor_at: string })[]> {
  let query = db
    .selectFrom('users')
    .selectAll()
    .select(cursorAt('users').as('cursor_at'))
    .where('deleted_at', 'is', null)
  if (search)
    query = query.where(
      sql<boolean>`(${sql.join(
        searchPatterns(search).map(p => sql`${searchText} like ${p}`),
        sql` or `,
      )})`,
    )
  if (role) query = query.where('role', '=', role)
  if (suspended !== undefined) query = query.where('suspended_at', suspended ? 'is not' : 'is', null)
  if (cursor) query = query.where(sql<boolean>`(created_at, id) < (${cursor.at}::timestamptz, ${cursor.id})`)
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows as unknown as (UserRow & { cursor_at: string })[]
}

/** Suspends a person's account, or with null ends that. */
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

/** Ends the person's sessions. @param except one that goes on @returns how many ended */
export async function endSessionsOf(db: Queryable, userId: string, except?: string): Promise<number> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (except !== undefined) query = query.where('id', '!=', except)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

export interface SessionRow {
  id: string
  created_at: Date
  updated_at: Date
  ip_address: string | null
  user_agent: string | null
}

/** The person's sessions that still go on, last used first. */
export async function listSessions(db: Queryable, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'updated_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('created_at', '>', new Date(now.getTime() - absoluteMs))
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
}

/** One session that still goes on, or undefined. */
export async function findSession(db: Queryable, id: string, now: Date): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .where('created_at', '>', new Date(now.getTime() - absoluteMs))
    .executeTakeFirst()
}

/** Ends one of the person's own sessions. @returns false when there is no such session of theirs */
export async function endOwnSession(db: Queryable, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function endSession(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

export interface ProfileChange {
  first_name?: string | null
  last_name?: string | null
  biography?: string | null
  riding_style?: string | null
  experience_level?: string | null
  location?: string | null
  equipment?: string[]
  social_links?: string[]
  hide_home_zone?: boolean
}

/** Changes the given fields of a person's own profile and leaves the others. */
export async function updateProfile(db: Queryable, id: string, change: ProfileChange): Promise<void> {
  const { equipment, social_links, ...texts } = change
  await db
    .updateTable('users')
    .set({
      ...texts,
      ...(equipment ? { equipment: JSON.stringify(equipment) } : {}),
      ...(social_links ? { social_links: JSON.stringify(social_links) } : {}),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** What is kept of a person, for their own eyes. */
export async function personalRecord(db: Queryable, id: string): Promise<Record<string, unknown>> {
  const { deleted_at: _, ...row } = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row
}

/** Whose account at an identity provider this is; null for nobody's. */
export async function userOfIdentity(
  db: Queryable,
  provider: string,
  subject: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('provider_id', '=', provider)
    .where('account_id', '=', subject)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Uses a credential up. @returns false when it had been used before */
export async function spendProof(db: Queryable, proof: string, expiresAt: Date): Promise<boolean> {
  const digest = createHash('sha256').update(proof).digest('hex')
  const result = await db
    .insertInto('spent_proofs')
    .values({ digest, expires_at: expiresAt })
    .onConflict(c => c.column('digest').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export interface IdentityRecord {
  provider: string
  subject: string
  linkedAt: Date
}

export async function identitiesOf(db: Queryable, userId: string): Promise<IdentityRecord[]> {
  const rows = await db.selectFrom('identities').selectAll().where('user_id', '=', userId).execute()
  return rows.map(r => ({ provider: r.provider_id, subject: r.account_id, linkedAt: r.created_at }))
}

/** Takes everything of a person out of their row, and every way in. The random id stays as a pseudonym. */
export async function pseudonymise(tx: Queryable, { id, email }: UserRow, now: Date): Promise<void> {
  const tables = ['sessions', 'identities', 'known_devices', 'second_factors', 'recovery_codes'] as const
  for (const table of tables) await tx.deleteFrom(table).where('user_id', '=', id).execute()
  // A mailed link that is still on its way names the address.
  await tx.deleteFrom('verifications').where(sql<boolean>`position(${email} in value) > 0`).execute()
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
      equipment: '[]',
      social_links: '[]',
      second_factor: false,
      suspended_at: null,
      suspended_reason: null,
      updated_at: now,
      deleted_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Ids of accounts that are gone. */
export async function deletedUsers(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('deleted_at', 'is not', null).execute()
  return rows.map(r => r.id)
}

/** Removes sessions, links and sign-in states that are past their end. @returns how many rows */
export async function sweepAccounts(db: Queryable, now: Date): Promise<number> {
  const began = new Date(now.getTime() - absoluteMs)
  const sessions = await db
    .deleteFrom('sessions')
    .where(eb => eb.or([eb('expires_at', '<=', now), eb('created_at', '<=', began)]))
    .executeTakeFirst()
  const proofs = await db.deleteFrom('verifications').where('expires_at', '<=', now).executeTakeFirst()
  await db
    .deleteFrom('attempts')
    .where('last_at', '<=', new Date(now.getTime() - attemptsKeptMs))
    .execute()
  await db
    .deleteFrom('known_devices')
    .where('last_seen_at', '<=', new Date(now.getTime() - devicesKeptMs))
    .execute()
  const spent = await db.deleteFrom('spent_proofs').where('expires_at', '<=', now).executeTakeFirst()
  return Number(sessions.numDeletedRows + proofs.numDeletedRows + spent.numDeletedRows)
}

/** Everybody of the staff who can act. */
export async function staffIds(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', 'in', ['admin', 'moderator'])
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(r => r.id)
}

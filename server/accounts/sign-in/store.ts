import { sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { Language } from '#contract/reading/languages.ts'
import type { Database, Queryable, Tx } from '#server/core/db/database.ts'
import { absoluteMs } from '../rules.ts'

/** Longer than any limit's memory. */
const attemptsKeptMs = 48 * 3600_000

/** As long as a browser keeps the cookie. */
const devicesKeptMs = 400 * 24 * 3600_000

/** Whether anyone has this address (lower case). */
export async function isKnown(db: Queryable, email: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return row !== undefined
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
 * Creates an unverified account together with its first session, or nothing when the address is taken. One
 * transaction, so that no one can verify the address (and end its sessions) in between.
 * @returns whether the account was created
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
 * An address was verified by its owner: an account that someone else created with it becomes theirs. All its
 * earlier sessions, identities and known browsers end, and what was written into its profile is removed, in
 * one statement.
 */
export async function claimUnverified(db: Queryable, email: string, now: Date): Promise<void> {
  await sql`
    with claimed as (
      update users set email_verified = true, email_verified_at = ${now}, updated_at = ${now},
        name = split_part(email, '@', 1), first_name = null, last_name = null, image = null, biography = null,
        riding_style = null, experience_level = null, location = null, equipment = '[]', social_links = '[]',
        hide_home_zone = true, show_map = false, learn_from_reviews = true, language = null, units = null
      where email = ${email} and not email_verified returning id
    ), ended as (
      delete from sessions using claimed where sessions.user_id = claimed.id
    ), forgotten as (
      delete from known_devices using claimed where known_devices.user_id = claimed.id
    )
    delete from identities using claimed where identities.user_id = claimed.id`.execute(db)
}

/**
 * A person confirmed the address of the account that they are signed in to here: unlike in claimUnverified, what it has
 * is theirs. All its sessions end.
 */
export function confirmOwn(
  db: Database,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<void> {
  return db.transaction().execute(async tx => {
    // For the trigger address_proved, which otherwise puts earlier uploads on hold.
    await sql`select set_config('trailcut.proved_by_uploader', 'on', true)`.execute(tx)
    await tx
      .updateTable('users')
      .set({ email_verified: true, email_verified_at: now, updated_at: now })
      .where('id', '=', id)
      .where('email', '=', email)
      .where('email_verified', '=', false)
      .execute()
    await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
  })
}

/**
 * Gives an unconfirmed account another address (lower case); a suspension that comes with it, if any, starts.
 * @throws PostgreSQL's unique_violation when the address is taken
 */
export async function moveAddress(
  tx: Tx,
  given: { userId: string; email: string; name: string; suspension: { at: Date; reason: string } | null },
): Promise<boolean> {
  const { userId, email, name, suspension } = given
  const moved = await tx
    .updateTable('users')
    .set({
      email,
      name,
      updated_at: sql`now()`,
      ...(suspension ? { suspended_at: suspension.at, suspended_reason: suspension.reason } : {}),
    })
    .where('id', '=', userId)
    .where('email_verified', '=', false)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

/** Deletes the mailed links that contain an address. */
export async function forgetLinks(tx: Queryable, email: string): Promise<void> {
  await tx.deleteFrom('verifications').where(sql<boolean>`position(${email} in value) > 0`).execute()
}

/** Address and role of a person with a verified address; otherwise undefined. */
export async function roleOfVerified(
  db: Queryable,
  id: string,
): Promise<{ email: string; role: Role } | undefined> {
  return db
    .selectFrom('users')
    .select(['email', 'role'])
    .where('id', '=', id)
    .where('email_verified', '=', true)
    .executeTakeFirst()
}

/** Deletes expired sessions, access tokens, links and sign-in states. @returns how many rows */
export async function sweepAccounts(db: Queryable, now: Date): Promise<number> {
  const began = new Date(now.getTime() - absoluteMs)
  const sessions = await db
    .deleteFrom('sessions')
    .where(eb => eb.or([eb('expires_at', '<=', now), eb('created_at', '<=', began)]))
    .executeTakeFirst()
  await db.deleteFrom('access_tokens').where('expires_at', '<=', now).execute()
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

/** The language in the settings of the account with an address; null without one. */
export async function languageOfAddress(db: Queryable, email: string): Promise<Language | null> {
  const row = await db.selectFrom('users').select('language').where('email', '=', email).executeTakeFirst()
  return row?.language ?? null
}

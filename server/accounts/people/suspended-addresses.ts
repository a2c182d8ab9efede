import { domainToASCII } from 'node:url'
import { sentences } from '#sentences/accounts.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { Secrets } from '#server/core/secrets.ts'

/** Mail providers that ignore dots before the at-sign, with their other names. */
const dotless: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/**
 * One spelling for all addresses of a mailbox: lower case, without a '+tag' (RFC 5233), the domain in ASCII,
 * and without dots if the provider ignores them.
 */
export function mailboxOf(address: string): string {
  const lower = address.trim().normalize('NFKC').toLowerCase()
  const at = lower.lastIndexOf('@')
  const domain = domainToASCII(lower.slice(at + 1)) || lower.slice(at + 1)
  const [local = ''] = lower.slice(0, at).split('+')
  const same = dotless[domain]
  return same ? `${local.replaceAll('.', '')}@${same}` : `${local}@${domain}`
}

const digestOf = (secrets: Secrets, address: string): string =>
  secrets.sign('suspended-address', mailboxOf(address))

/** Stores the address of a suspended account as a keyed hash. */
export async function keepAddress(
  db: Queryable,
  secrets: Secrets,
  { email, at }: { email: string; at: Date },
): Promise<void> {
  await db
    .insertInto('suspended_addresses')
    .values({ digest: digestOf(secrets, email), suspended_at: at })
    .onConflict(c => c.doNothing())
    .execute()
}

/** Deletes an address after the suspension ended. */
export async function freeAddress(db: Queryable, secrets: Secrets, email: string): Promise<void> {
  await db.deleteFrom('suspended_addresses').where('digest', '=', digestOf(secrets, email)).execute()
}

/** The suspension that a new account with this address inherits; usually null. */
export async function inheritedSuspension(
  db: Queryable,
  secrets: Secrets,
  email: string,
): Promise<{ at: Date; reason: string } | null> {
  const row = await db
    .selectFrom('suspended_addresses')
    .select('suspended_at')
    .where('digest', '=', digestOf(secrets, email))
    .executeTakeFirst()
  return row ? { at: row.suspended_at, reason: String(sentences.suspendedAddress) } : null
}

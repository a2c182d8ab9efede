import { sql } from 'kysely'
import type { Database, Queryable } from '#server/core/db/database.ts'
import type { Config } from '#server/core/settings/config.ts'
import { firebaseIssuer, firebaseProvider } from './firebase.ts'
import type { IdentityProvider } from './identity-provider.ts'

/** Name and issuer of every configured provider. */
export function issuersInForce(
  { firebase }: Pick<Config, 'firebase'>,
  provider: IdentityProvider | null,
): [providerId: string, issuer: string][] {
  const issuers: [string, string][] = []
  // The sandbox's issuer has a new port at every start but is the same issuer.
  if (provider) issuers.push([provider.id, provider.id === 'sandbox' ? 'sandbox' : provider.issuer])
  if (firebase) issuers.push([firebaseProvider, firebaseIssuer(firebase.projectId)])
  return issuers
}

const renamed = (tx: Queryable, from: string, to: string) =>
  tx.updateTable('identities').set({ provider_id: to }).where('provider_id', '=', from).execute()

/**
 * Keeps the identities of different issuers apart: if the settings name another issuer under a provider's
 * name, the previous issuer's identities are stored under its own name, and the new one's earlier identities
 * are restored. A subject identifies a person only together with its issuer (OpenID Connect Core 1.0, section
 * 5.7).
 * @returns the names of providers whose issuer changed
 */
export async function adoptIssuers(
  db: Database,
  issuers: readonly (readonly [providerId: string, issuer: string])[],
): Promise<string[]> {
  const changed: string[] = []
  for (const [providerId, issuer] of issuers)
    await db.transaction().execute(async tx => {
      const row = { provider_id: providerId, issuer }
      await tx
        .insertInto('identity_issuers')
        .values(row)
        .onConflict(c => c.doNothing())
        .execute()
      const { issuer: before } = await tx
        .selectFrom('identity_issuers')
        .select('issuer')
        .where('provider_id', '=', providerId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (before === issuer) return
      await renamed(tx, providerId, `${providerId}@${before}`)
      await renamed(tx, `${providerId}@${issuer}`, providerId)
      await tx.updateTable('identity_issuers').set({ issuer }).where('provider_id', '=', providerId).execute()
      changed.push(providerId)
    })
  return changed
}

/** Whether a person already has an identity at this provider. */
export async function hasIdentityAt(db: Queryable, userId: string, providerId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from identities where user_id = ${userId} and provider_id = ${providerId} limit 1`.execute(db)
  return rows.length > 0
}

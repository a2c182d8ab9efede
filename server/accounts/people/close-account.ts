import { type Auditor, record } from '#server/audit/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { refusalOfRole } from '../rules.ts'
import { findUser, lockAdmins, pseudonymize } from './store.ts'

/**
 * Closes an account: deletes its sessions, identities and links, and removes the person from its row.
 * @throws AppError not_found, conflict for the last admin
 */
export async function closeAccount(tx: Tx, by: Auditor, userId: string, now: Date): Promise<void> {
  const admins = await lockAdmins(tx)
  const user = await findUser(tx, userId)
  if (!user) throw notFound('account')
  const refusal = refusalOfRole({ emailVerified: true, role: user.role }, 'user', admins.length)
  if (refusal) throw new AppError('conflict', refusal)
  await pseudonymize(tx, user, now)
  await record(tx, {
    ...by,
    action: 'user.delete',
    objectType: 'user',
    objectId: userId,
    before: { role: user.role },
  })
}

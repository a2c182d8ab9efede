import type { Role } from '#contract/permissions.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Database } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { refusalOfRole } from '../rules.ts'
import { endSessionsOf } from '../sessions/store.ts'
import { findUser, lockAdmins, setRole } from './store.ts'

/**
 * Changes a person's role. Their sessions end, so that nothing they have open continues with the old role;
 * the same role again changes nothing.
 * @throws AppError not_found, conflict (the last admin; a staff role for an unverified address)
 */
export function changeRole(db: Database, by: Auditor, userId: string, role: Role): Promise<void> {
  return db.transaction().execute(async tx => {
    // Serializes two admins who demote each other at the same moment.
    const admins = await lockAdmins(tx)
    const user = await findUser(tx, userId)
    if (!user) throw notFound('user')
    if (user.role === role) return
    const refusal = refusalOfRole(
      { emailVerified: user.email_verified, role: user.role },
      role,
      admins.length,
    )
    if (refusal) throw new AppError('conflict', refusal, { field: 'role' })
    await setRole(tx, userId, role)
    await endSessionsOf(tx, userId)
    await record(tx, {
      ...by,
      action: 'user.role',
      objectType: 'user',
      objectId: userId,
      before: { role: user.role },
      after: { role },
    })
  })
}

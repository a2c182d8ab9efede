import type { Role } from '#contract/permissions.ts'
import { sentences } from '#sentences/accounts.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Database, Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import { refusalOfRole } from '../rules.ts'
import { endSessionsOf } from '../sessions/store.ts'
import { findUser, lockAdmins, pseudonymize, setRole, setSuspension } from './store.ts'
import { freeAddress, keepAddress } from './suspended-addresses.ts'

type SuspendDeps = Pick<Deps, 'db' | 'secrets'>

/**
 * Suspends an account: its sessions end, and until the suspension ends it can look but not upload, submit or
 * be paid.
 * @param reason shown to the person
 * @throws AppError not_found, conflict (oneself, the last admin)
 */
export function suspendUser(
  { db, secrets }: SuspendDeps,
  by: Auditor,
  given: { userId: string; reason: string; now: Date },
): Promise<void> {
  const { userId, reason, now } = given
  return db.transaction().execute(async tx => {
    const admins = await lockAdmins(tx)
    const user = await findUser(tx, userId)
    if (!user) throw notFound('user')
    if (userId === by.actorId) throw new AppError('conflict', sentences.ownSuspension)
    if (user.role === 'admin' && admins.length <= 1) throw new AppError('conflict', sentences.lastAdmin)
    if (user.suspended_at && user.suspended_reason === reason) return
    await setSuspension(tx, userId, { at: user.suspended_at ?? now, reason })
    await keepAddress(tx, secrets, { email: user.email, at: user.suspended_at ?? now })
    await endSessionsOf(tx, userId)
    await record(tx, {
      ...by,
      action: 'user.suspend',
      objectType: 'user',
      objectId: userId,
      before: { suspended: user.suspended_at !== null },
      after: { suspended: true, reason },
    })
  })
}

/** Ends a suspension; the address can sign up again. @throws AppError not_found */
export function unsuspendUser({ db, secrets }: SuspendDeps, by: Auditor, userId: string): Promise<void> {
  return db.transaction().execute(async tx => {
    const user = await findUser(tx, userId)
    if (!user) throw notFound('user')
    if (!user.suspended_at) return
    await setSuspension(tx, userId, null)
    await freeAddress(tx, secrets, user.email)
    await record(tx, {
      ...by,
      action: 'user.unsuspend',
      objectType: 'user',
      objectId: userId,
      before: { suspended: true, reason: user.suspended_reason },
      after: { suspended: false },
    })
  })
}

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

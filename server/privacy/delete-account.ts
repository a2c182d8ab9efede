import { sentences } from '#sentences/privacy.ts'
import { eraseTaxRecords } from '#server/accounting/index.ts'
import { closeAccount, deletedUsers, findUser, needFreshSignIn } from '#server/accounts/index.ts'
import type { Auditor } from '#server/audit/index.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Actor } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import { forgetNotifications } from '#server/notifications/index.ts'
import { escrowUnpaid } from '#server/payouts/index.ts'
import { cancelPlanned } from '#server/publishing/index.ts'
import { type Incoming, removeVideosOf } from '#server/videos/index.ts'
import { forgetEverywhere, forgetLateMessages } from './personal-tables.ts'

export type DeletionDeps = Pick<Deps, 'db' | 'objects' | 'clock' | 'config'> & { incoming: Incoming }

/**
 * Deletes an account: sign-in is impossible from the first moment, then its videos are deleted with all
 * files. Unpaid money is put on hold for staff first. The sweep finishes what a server that stops in between
 * leaves behind.
 * @throws AppError invalid_input when the typed address is not the account's, sign_in_again, conflict for the
 * last admin
 */
export async function deleteAccount(
  deps: DeletionDeps,
  actor: Actor,
  by: Auditor,
  confirmEmail: string,
): Promise<void> {
  if (confirmEmail.toLowerCase() !== actor.email)
    throw new AppError('invalid_input', sentences.wrongAddress, {
      field: 'confirmEmail',
    })
  await needFreshSignIn(deps, actor)
  await deps.db.transaction().execute(async tx => {
    const user = await findUser(tx, actor.id)
    await escrowUnpaid(tx, deps, { userId: actor.id, suspended: user?.suspended_at !== null })
    await forgetEverywhere(tx, actor.id, actor.email)
    await closeAccount(tx, by, actor.id, deps.clock.now())
    await forgetNotifications(tx, actor.id)
    await cancelPlanned(tx, actor.id)
  })
  await removeVideosOf(deps, [actor.id])
}

/**
 * Deletes what a stopped server left of deleted accounts and videos, or what arrived at the very moment. Erases what the
 * law asked to keep about payees, when its time is over.
 */
export async function sweepDeletions(deps: DeletionDeps): Promise<number> {
  const removed = await removeVideosOf(deps, await deletedUsers(deps.db))
  await forgetLateMessages(deps.db)
  await eraseTaxRecords(deps.db, deps.clock.now())
  return removed
}

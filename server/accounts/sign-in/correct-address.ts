import { sentences } from '#sentences/accounts.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import { findUser } from '../people/store.ts'
import { inheritedSuspension } from '../people/suspended-addresses.ts'
import { localPart } from '../rules.ts'
import { forgetLinks, moveAddress } from './store.ts'

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const uniqueViolation = '23505'

/**
 * Replaces an address that was never confirmed; links mailed to it stop working.
 * @param given addresses in lower case
 * @throws AppError conflict when the account's address is confirmed or the new one is taken
 */
export async function correctAddress(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  { userId, before, email }: { userId: string; before: string; email: string },
): Promise<void> {
  const suspension = await inheritedSuspension(db, secrets, email)
  await db
    .transaction()
    .execute(async tx => {
      const user = await findUser(tx, userId)
      const moved =
        user !== undefined &&
        (await moveAddress(tx, {
          userId,
          email,
          // A name that nobody gave follows the address.
          name: user.name === localPart(before) ? localPart(email) : user.name,
          suspension: user.suspended_at ? null : suspension,
        }))
      if (!moved) throw new AppError('conflict', sentences.addressConfirmed)
      if (before !== email) await forgetLinks(tx, before)
    })
    .catch((error: Error & { code?: string }) => {
      if (error.code !== uniqueViolation) throw error
      throw new AppError('conflict', sentences.addressTaken, { field: 'email', cause: error })
    })
}

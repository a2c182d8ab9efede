import { plannedStates } from '#contract/publishing/constants.ts'
import { sentences as history } from '#sentences/history.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { textColumn } from '#server/core/db/json.ts'

/**
 * Cancels what has not started of a person whose account is deleted. Published posts stay at the platforms,
 * where staff can take them down; the database clears the words of all with their videos.
 */
export async function cancelPlanned(tx: Queryable, userId: string): Promise<void> {
  await tx
    .updateTable('publications')
    .set({
      state: 'cancelled',
      note: textColumn(history.deletedAccount),
      lease_token: null,
      lease_until: null,
    })
    .where('user_id', '=', userId)
    .where('state', 'in', plannedStates)
    .where('opening_at', 'is', null)
    .execute()
}

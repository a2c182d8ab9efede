import { sql } from 'kysely'
import { plannedStates } from '#contract/publishing/constants.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { json } from '#server/platform/db/json.ts'
import { history } from './sentences/history.ts'
import { noteColumns } from './store.ts'

/**
 * What remains of a person's publications after the account is deleted: that something was published, but not
 * its texts. What has not started never starts; published posts stay at the platforms, where staff can take
 * them down.
 */
export async function forgetPublications(tx: Queryable, userId: string): Promise<void> {
  await tx
    .updateTable('publications')
    .set({ state: 'cancelled', ...noteColumns(history.deletedAccount), lease_token: null, lease_until: null })
    .where('user_id', '=', userId)
    .where('state', 'in', plannedStates)
    .where('opening_at', 'is', null)
    .execute()
  await tx
    .updateTable('publications')
    .set({ metadata: json({ title: 'Deleted video', description: '', tags: [] }) })
    .where('user_id', '=', userId)
    .where('state', 'in', ['published', 'failed', 'cancelled'])
    .execute()
}

/**
 * Deletes the same texts from publications that were in progress when the account was deleted, once they have
 * ended.
 */
export async function forgetEndedPublications(db: Queryable): Promise<void> {
  await sql`update publications p
    set metadata = '{"title": "Deleted video", "description": "", "tags": []}', content_label = 'Deleted video'
    from users u where u.id = p.user_id and u.deleted_at is not null
      and p.state in ('published', 'failed', 'cancelled') and p.metadata ->> 'title' <> 'Deleted video'`.execute(
    db,
  )
}

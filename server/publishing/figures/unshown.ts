import { videoPage } from '#contract/paths.ts'
import { platformNames } from '#contract/publishing/publications.ts'
import { sentences as notices } from '#sentences/publishing.ts'
import type { Tx } from '#server/core/db/database.ts'
import { notify, notifyStaff } from '#server/notifications/index.ts'
import { addEvent, type PublicationRow } from '../store.ts'

/** Why not everyone can see a post; null: everyone can. */
type Unshown = PublicationRow['unshown']

const why = {
  private: notices.unshownPrivate,
  blocked: notices.unshownBlocked,
  gone: notices.unshownGone,
}

/**
 * Records whether a post is shown, as seen with its counts, and tells its rider and staff when that changes. While
 * it isn't, it earns nothing.
 * @param row locked by the caller
 * @param known whether staff already know of it in another way
 */
export async function noteShown(
  tx: Tx,
  row: PublicationRow,
  unshown: Unshown,
  { now, known = false }: { now: Date; known?: boolean },
): Promise<void> {
  // What staff published as private was never public.
  const state = unshown === 'private' && row.metadata.privacy === 'private' ? null : unshown
  if (state === row.unshown) return
  await tx
    .updateTable('publications')
    .set({ unshown: state, unshown_since: state && now })
    .where('id', '=', row.id)
    .execute()
  const about = { title: row.metadata.title, platform: platformNames[row.platform] }
  const title = state ? notices.unshownTitle(about) : notices.shownTitle(about)
  const message = state ? why[state] : notices.shownMessage
  const told = {
    videoId: row.video_id,
    title,
    message,
    eventKey: `publication_shown:${row.id}:${state}:${now.getTime()}`,
  }
  await addEvent(tx, row.id, now, { kind: state ? 'unshown' : 'shown', sentence: message })
  // Staff who hid it themselves know.
  if (!known && row.hidden_at === null) await notifyStaff(tx, told)
  await notify(tx, {
    ...told,
    userId: row.user_id,
    type: 'video_taken_down',
    link: row.video_id && videoPage(row.video_id),
  })
}

/** Adds views that came while a post wasn't shown to those that are never paid. */
export async function countUnpaid(tx: Tx, id: string, views: number): Promise<void> {
  if (views <= 0) return
  await tx
    .updateTable('publications')
    .set(eb => ({ unpaid_views: eb('unpaid_views', '+', views) }))
    .where('id', '=', id)
    .execute()
}

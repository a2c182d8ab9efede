import { platformNames } from '#contract/publishing/publications.ts'
import { sentences as history } from '#sentences/history.ts'
import { sentences as notices } from '#sentences/publishing.ts'
import type { Tx } from '#server/core/db/database.ts'
import { textColumn } from '#server/core/db/json.ts'
import type { Text } from '#server/core/sentences.ts'
import { notifyStaff } from '#server/notifications/index.ts'
import { type Account, PublishError } from '#server/platforms/index.ts'
import type { PublishingDeps } from '../deps.ts'
import { addEvent, type PublicationRow } from '../store.ts'
import { sampledAgainAt } from './pace.ts'

const gone = history.goneThere

/** Asks why posts are no longer shown. @returns a sentence for each newly found one, by publication */
export async function reasonGone(
  deps: PublishingDeps,
  rows: readonly PublicationRow[],
  account: Account,
): Promise<Map<string, Text>> {
  const why = new Map<string, Text>()
  for (const { id, note, remote_id, kind, metadata } of rows) {
    if (note !== null) continue
    why.set(id, gone)
    if (remote_id === null) continue
    try {
      const asked = { metadata, publishAt: null, session: null, processingSeconds: 0 }
      await deps.networks[kind].publisher.check(remote_id, asked, account)
    } catch (error) {
      // An unreadable answer doesn't give the reason; the post is gone either way.
      if (!(error instanceof PublishError))
        deps.log.error({ err: error, publication: id }, 'why a post is gone could not be asked')
      else if (error.kind === 'reject') why.set(id, error.sentence)
    }
  }
  return why
}

/** Records that a post is no longer shown, and tells staff. @param why undefined when staff already know */
export async function noteGone(
  tx: Tx,
  row: PublicationRow,
  why: Text | undefined,
  { now, pace }: { now: Date; pace: number },
): Promise<void> {
  const sentence = row.note === null ? why : undefined
  const again = sampledAgainAt(row, now, pace)
  await tx
    .updateTable('publications')
    .set({ next_sample_at: again, ...(sentence === undefined ? {} : { note: textColumn(sentence) }) })
    .where('id', '=', row.id)
    .execute()
  if (sentence === undefined) return
  await addEvent(tx, row.id, now, { kind: 'gone', sentence })
  await notifyStaff(tx, {
    videoId: row.video_id,
    title: notices.goneTitle({
      title: row.metadata.title,
      platform: platformNames[row.platform],
    }),
    message: sentence,
    eventKey: `publication_gone:${row.id}`,
  })
}

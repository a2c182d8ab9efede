import { plannedStates } from '#contract/publishing/constants.ts'
import { sentences as history } from '#sentences/history.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import { textColumn } from '#server/core/db/json.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { addEvent } from '../store.ts'
import type { ChannelRow } from './store.ts'

type Named = Pick<ChannelRow, 'id' | 'name'>

/** The note on a publication that waits for a disconnected channel. */
export const heldSentence = (name: string): Sentence => history.onHold({ channel: name })

/** A channel's publications for which nothing has been requested from the platform yet. */
const waitingFor = (db: Queryable, { id }: Pick<ChannelRow, 'id'>) =>
  db
    .selectFrom('publications')
    .select(['id', 'scheduled_for', 'upload_early'])
    .where('channel_id', '=', id)
    .where('state', 'in', plannedStates)
    .where('opening_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Puts everything waiting for a channel that is being disconnected on hold. @returns how many publications
 */
export async function holdWaiting(
  tx: Tx,
  channel: Named,
  now: Date,
  actorId: string | null,
): Promise<number> {
  const waiting = await waitingFor(tx, channel)
  const note = heldSentence(channel.name)
  for (const { id } of waiting) {
    await tx
      .updateTable('publications')
      .set({ note: textColumn(note) })
      .where('id', '=', id)
      .execute()
    await addEvent(tx, id, now, { kind: 'held', sentence: note, actorId })
  }
  return waiting.length
}

/** Resumes what waited for a channel at its time, or now if that has passed. */
export async function resumeHeld(tx: Tx, channel: Named, now: Date): Promise<void> {
  const sentence = history.channelBack({ channel: channel.name })
  for (const { id, scheduled_for: due, upload_early: early } of await waitingFor(tx, channel)) {
    const next = early || due < now ? now : due
    await tx.updateTable('publications').set({ note: null, next_at: next }).where('id', '=', id).execute()
    await addEvent(tx, id, now, { kind: 'resumed', sentence })
  }
}

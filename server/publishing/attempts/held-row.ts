import { sentences as history } from '#sentences/history.ts'
import type { Tx } from '#server/core/db/database.ts'
import type { Text } from '#server/core/sentences.ts'
import type { PublishingDeps } from '../deps.ts'
import { lookUps } from '../rules.ts'
import { addEvent, LostLeaseError, type NewEvent, type PublicationRow, updateLeased } from '../store.ts'

export type Change = Parameters<typeof updateLeased>[2]

/** Discards everything tried so far: the next attempt starts from scratch. */
export const nothingLeft: Change = {
  session: null,
  session_at: null,
  remote_id: null,
  processing_at: null,
  opening_at: null,
  uploaded: 0,
}

/** A publication during our lease: every change checks the lease and is written with its history. */
export class HeldRow {
  readonly #deps: PublishingDeps
  row: PublicationRow

  constructor(deps: PublishingDeps, row: PublicationRow) {
    this.#deps = deps
    this.row = row
  }

  /** @throws LostLeaseError when another worker has the lease */
  async change(
    change: Change,
    event: NewEvent | null,
    also?: (tx: Tx, now: Date) => Promise<void>,
  ): Promise<void> {
    await this.#deps.db.transaction().execute(async tx => {
      const now = await this.#deps.time(tx)
      this.row = await updateLeased(tx, this.row, change)
      if (event) await addEvent(tx, this.row.id, now, event)
      await also?.(tx, now)
    })
    if (event) this.#deps.onStep?.(event.kind, this.row.id)
  }

  /** Ends this attempt; the next one is not before the given time. */
  async giveBackAt(at: Date, note?: Text | null): Promise<void> {
    const state = this.row.state === 'scheduled' ? 'queued' : this.row.state
    const change: Change = { state, next_at: at, lease_token: null, lease_until: null }
    if (note !== undefined) change.note = note
    await this.change(change, null).catch(error => {
      if (!(error instanceof LostLeaseError)) throw error
    })
  }
  async giveBack(seconds: number, note?: Text): Promise<void> {
    const now = await this.#deps.time(this.#deps.db)
    await this.giveBackAt(new Date(now.getTime() + seconds * 1000), note)
  }

  /** A call's outcome is unknown: ask the platform before anything else. */
  async becomeUnknown(code: string): Promise<void> {
    const sentence = history.toLookUp
    await this.change(
      { state: 'unknown', lookups: 0, note: sentence },
      { kind: 'unknown', sentence, facts: { code } },
    )
    await this.giveBack(lookUps.firstSeconds)
  }
}

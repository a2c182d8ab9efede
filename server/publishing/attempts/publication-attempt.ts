import { platformNames } from '#contract/publishing/publications.ts'
import { sentences as history } from '#sentences/history.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { seal, unseal } from '#server/core/seal.ts'
import {
  type Account,
  type CheckWork,
  channelOf,
  type PostHooks,
  type PostWork,
  PublishError,
  platformOf,
} from '#server/platforms/index.ts'
import { unsafeFind } from '#server/videos/index.ts'
import { heldSentence } from '../channels/hold.ts'
import { type ChannelRow, findChannel, nameAmongSeveral } from '../channels/store.ts'
import { accountOf } from '../channels/tokens.ts'
import type { PublishingDeps } from '../deps.ts'
import { checkAgainSeconds, unpublishable, untouched } from '../rules.ts'
import { addEvent, findForUpdate, LostLeaseError, type PublicationRow, updateLeased } from '../store.ts'
import { coverSecondOf } from './cover.ts'
import { finalizePost, recordLive } from './go-live.ts'
import { HeldRow, nothingLeft } from './held-row.ts'
import { deferDue, lookForSlot, NoSlotError, pauseOf, takeSlot } from './limits.ts'
import { lookUpLost } from './look-up.ts'
import { asPublishError, recordFailure } from './record-failure.ts'
import { NotRenderedError, unplayable, uploadFileOf } from './upload-file.ts'

/** The publication was edited since this attempt read it, or publishing was paused: read it again. */
class ChangedError extends Error {
  override name = 'ChangedError'
}

/** Nothing may start on its channel because it was disconnected; the message is its name. */
class OnHoldError extends Error {
  override name = 'OnHoldError'
}
/** How often a held publication is checked again; reconnecting its channel wakes it at once. */
const holdSeconds = 600

export interface Turn {
  row: PublicationRow
  /** aborted when the worker stops, the lease is lost, or publishing is paused */
  signal: AbortSignal
  progress(bytes: number): void
}

const sessionPurpose = 'upload-session'

/** One attempt at one publication: does the next step and sets the time of the next attempt. */
export class PublicationAttempt {
  readonly #deps: PublishingDeps
  readonly #turn: Turn
  readonly #held: HeldRow
  #sent = 0

  constructor(deps: PublishingDeps, turn: Turn) {
    this.#deps = deps
    this.#turn = turn
    this.#held = new HeldRow(deps, turn.row)
  }

  get #row(): PublicationRow {
    return this.#held.row
  }

  async run(): Promise<void> {
    try {
      await this.#next()
    } catch (error) {
      if (error instanceof LostLeaseError) return
      if (this.#turn.signal.aborted || error instanceof ChangedError) return this.#held.giveBack(1)
      if (error instanceof OnHoldError) return this.#held.giveBack(holdSeconds, heldSentence(error.message))
      if (error instanceof NotRenderedError) return this.#held.giveBack(2, error.sentence)
      if (error instanceof NoSlotError) {
        await deferDue(this.#deps.db, error.waiting, error.freeAt, error.sentence)
        return this.#held.giveBackAt(error.freeAt, error.sentence)
      }
      await recordFailure(this.#deps, this.#held, asPublishError(error, this.#deps, this.#row.id), this.#sent)
    }
  }

  async #next(): Promise<void> {
    const { state } = this.#row
    if (state === 'processing') return this.#check()
    if (state === 'unknown') return this.#lookUp()
    if (state === 'uploading' && !this.#row.session) {
      // A worker died between requesting an upload and recording the outcome.
      if (!this.#publisher.reopens) return this.#held.becomeUnknown('init_no_answer')
      await this.#held.change({ ...nothingLeft, state: 'queued' }, null)
    }
    return this.#send()
  }

  get #network() {
    return this.#deps.networks[this.#row.kind]
  }
  get #lane() {
    const { kind, channel_id } = this.#row
    const { shared } = channelOf(kind)
    return { kind, channelId: channel_id ?? '', shared: shared.starts, limits: this.#network.limits }
  }
  get #publisher() {
    return this.#network.publisher
  }

  /**
   * The account it is published with. What has started there is finished even after the channel was
   * disconnected.
   */
  async #account(): Promise<Account> {
    const channel = this.#row.channel_id ? await findChannel(this.#deps.db, this.#row.channel_id) : null
    if (!channel) throw new PublishError('reconnect', history.noChannelAnyMore, { code: 'no_channel' })
    return accountOf(this.#deps, channel, 'follow')
  }

  /** @throws OnHoldError when nothing may start on this publication's channel */
  async #requireConnected(db: Queryable): Promise<ChannelRow | null> {
    const channel = this.#row.channel_id ? await findChannel(db, this.#row.channel_id) : null
    if (channel?.status === 'disconnected') throw new OnHoldError(channel.name)
    return channel
  }

  async #work(): Promise<PostWork> {
    const row = this.#row
    return {
      ...this.#sentWith(),
      publicationId: row.id,
      platform: row.platform,
      file: await uploadFileOf(this.#deps, row),
      coverAt: await coverSecondOf(this.#deps, row),
    }
  }
  #sentWith(): Pick<PostWork, 'metadata' | 'publishAt' | 'session'> {
    const { metadata, upload_early, platform, scheduled_for } = this.#row
    const publishAt = upload_early && platformOf(platform).uploadsEarly ? scheduled_for : null
    return { metadata, publishAt, session: this.#session() }
  }
  async #checkWork(): Promise<CheckWork> {
    const { processing_at, opening_at, created_at } = this.#row
    const now = await this.#deps.time(this.#deps.db)
    const since = processing_at ?? opening_at ?? created_at
    return { ...this.#sentWith(), processingSeconds: Math.max(0, (now.getTime() - since.getTime()) / 1000) }
  }
  #session(): string | null {
    const { id, session } = this.#row
    return session && unseal(this.#deps.secrets, sessionPurpose, id, session)
  }

  /**
   * Everything is checked again under the row's lock, right before the first call that changes something
   * outside.
   */
  async #open(): Promise<void> {
    const { id, version } = this.#row
    await this.#deps.db.transaction().execute(async tx => {
      if ((await pauseOf(tx)).paused) throw new ChangedError('Publishing is paused')
      const row = await findForUpdate(tx, id)
      if (!row || row.lease_token !== this.#row.lease_token) throw new LostLeaseError('The turn is over')
      if (row.version !== version || !untouched(row)) throw new ChangedError('It was edited')
      const video = row.video_id ? await unsafeFind(tx, row.video_id) : null
      const reason = video
        ? (unpublishable({
            ...video,
            hidden: video.hidden_at !== null,
            hasOriginal: video.original_key !== null,
          }) ?? (await unplayable(tx, row.clip_id)))
        : history.deletedVideo
      if (reason) throw new PublishError('reject', reason, { code: 'unpublishable' })
      const channel = await this.#requireConnected(tx)
      const now = await takeSlot(tx, this.#lane, id, this.#deps.time)
      this.#held.row = await updateLeased(tx, row, {
        state: 'uploading',
        opening_at: now,
        started_at: row.started_at ?? now,
        note: null,
      })
      const where = [platformNames[row.platform], channel && (await nameAmongSeveral(tx, channel))]
      await addEvent(tx, id, now, {
        kind: 'opening',
        sentence: history.opens({ where: where.filter(Boolean).join(' on ') }),
      })
    })
    this.#deps.onStep?.('opening', id)
  }

  async #send(): Promise<void> {
    if ((await pauseOf(this.#deps.db)).paused) return this.#held.giveBack(5, history.paused)
    if (untouched(this.#row)) await this.#requireConnected(this.#deps.db)
    const work = await this.#sameBytes(await this.#work())
    if (!work.session) await lookForSlot(this.#deps.db, this.#lane, await this.#deps.time(this.#deps.db))
    const account = await this.#account()
    const hooks: PostHooks = {
      signal: this.#turn.signal,
      opening: () => this.#open(),
      opened: async session => {
        const sealed = seal(this.#deps.secrets, sessionPurpose, this.#row.id, session)
        const now = await this.#deps.time(this.#deps.db)
        await this.#held.change(
          { session: sealed, session_at: now, size: work.file.size },
          { kind: 'opened', sentence: history.uploadOpen, facts: { size: work.file.size } },
        )
      },
      progress: bytes => {
        this.#sent = bytes
        this.#turn.progress(bytes)
      },
    }
    const { remoteId } = await this.#publisher.post(work, account, hooks)
    const now = await this.#deps.time(this.#deps.db)
    await this.#held.change(
      {
        state: 'processing',
        remote_id: remoteId,
        processing_at: now,
        uploaded: work.file.size,
        attempts: 0,
        note: null,
      },
      { kind: 'uploaded', sentence: history.bytesArrived, facts: { remoteId } },
    )
    return this.#check()
  }

  /**
   * An upload opened for another file (it was rendered again meanwhile) can't continue with this one.
   */
  async #sameBytes(work: PostWork): Promise<PostWork> {
    const { session, size } = this.#row
    if (!session || size === null || size === work.file.size) return work
    const sentence = history.preparedAgain
    await this.#held.change({ ...nothingLeft, state: 'queued' }, { kind: 'starts_over', sentence })
    return { ...work, session: null }
  }

  async #check(): Promise<void> {
    const account = await this.#account()
    const remoteId = this.#row.remote_id as string
    const work = await this.#checkWork()
    const result = await this.#publisher.check(remoteId, work, account)
    const wait = result.checkAgainSeconds ?? checkAgainSeconds(work.processingSeconds)
    if (result.state === 'again')
      await this.#held.change({ state: 'uploading', remote_id: null, processing_at: null }, null)
    if (result.state !== 'live') return this.#held.giveBack(wait, result.note ?? undefined)
    await finalizePost(this.#deps, this.#held, { publisher: this.#publisher, account, postId: result.postId })
    await recordLive(this.#deps, this.#held, result)
  }

  async #lookUp(): Promise<void> {
    const publisher = this.#publisher
    const next = await lookUpLost(this.#deps, this.#held, {
      publisher,
      account: await this.#account(),
      session: this.#session(),
    })
    if (next === 'check') return this.#check()
    if (next === 'send') return this.#send()
  }
}

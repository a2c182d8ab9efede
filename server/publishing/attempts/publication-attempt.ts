import { platformNames } from '#contract/publishing.ts'
import { seal, unseal } from '#server/platform/seal.ts'
import {
  type Account,
  type CheckWork,
  type Found,
  type PostHooks,
  type PostWork,
  PublishError,
  platformOf,
} from '#server/platforms/index.ts'
import { markPublished } from '#server/review/index.ts'
import { unsafeFind } from '#server/videos/index.ts'
import { findChannel } from '../channels/store.ts'
import { accountOf } from '../channels/tokens.ts'
import type { PublishingDeps } from '../deps.ts'
import { lookUps, unpublishable, untouched } from '../rules.ts'
import {
  addEvent,
  findForUpdate,
  knownPosts,
  LostLeaseError,
  type PublicationRow,
  updateLeased,
} from '../store.ts'
import { HeldRow, nothingLeft } from './held-row.ts'
import { NoSlotError, pauseOf, takeSlot } from './limits.ts'
import { asPublishError, recordFailure } from './record-failure.ts'
import { coverOf, NotRenderedError, uploadFileOf } from './upload-file.ts'

/** The publication was edited since this turn read it, or everything rests: it is read anew. */
class ChangedError extends Error {
  override name = 'ChangedError'
}

export interface Turn {
  row: PublicationRow
  /** aborted when the worker stops, the turn is lost or publishing is paused */
  signal: AbortSignal
  progress(bytes: number): void
}

const sessionPurpose = 'upload-session'

/** One turn of one publication: does what comes next and gives it back with the time of the turn after. */
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
      if (error instanceof NotRenderedError) return this.#held.giveBack(2, error.message)
      if (error instanceof NoSlotError) return this.#held.giveBackAt(error.freeAt, error.message)
      await recordFailure(this.#deps, this.#held, asPublishError(error, this.#deps, this.#row.id), this.#sent)
    }
  }

  async #next(): Promise<void> {
    const { state } = this.#row
    if (state === 'processing') return this.#check()
    if (state === 'unknown') return this.#lookUp()
    if (state === 'uploading' && !this.#row.session) {
      // A worker died between asking for an upload and writing down what came of it.
      if (!this.#publisher.reopens) return this.#held.becomeUnknown('init_no_answer')
      await this.#held.change({ ...nothingLeft, state: 'queued' }, null)
    }
    return this.#send()
  }

  get #network() {
    return this.#deps.networks[this.#row.kind]
  }
  get #publisher() {
    return this.#network.publisher
  }

  async #account(): Promise<Account> {
    const channel = this.#row.channel_id ? await findChannel(this.#deps.db, this.#row.channel_id) : null
    if (!channel || channel.status === 'disconnected')
      throw new PublishError('reconnect', 'The channel is not connected any more.', { code: 'disconnected' })
    return accountOf(this.#deps, channel)
  }

  async #work(): Promise<PostWork> {
    const row = this.#row
    return {
      ...this.#checkWork(),
      publicationId: row.id,
      platform: row.platform,
      file: await uploadFileOf(this.#deps, row),
      session: this.#session(),
      coverAt: null,
    }
  }
  #checkWork(): CheckWork {
    const { metadata, upload_early, platform, scheduled_for } = this.#row
    return { metadata, publishAt: upload_early && platformOf(platform).uploadsEarly ? scheduled_for : null }
  }
  #session(): string | null {
    const { id, session } = this.#row
    return session && unseal(this.#deps.secrets, sessionPurpose, id, session)
  }

  /** Everything is asked once more under the row's lock, right before the first call that changes something outside. */
  async #open(): Promise<void> {
    const { id, version } = this.#row
    await this.#deps.db.transaction().execute(async tx => {
      if ((await pauseOf(tx)).paused) throw new ChangedError('Publishing is paused')
      const row = await findForUpdate(tx, id)
      if (!row || row.lease_token !== this.#row.lease_token) throw new LostLeaseError('The turn is over')
      if (row.version !== version || !untouched(row)) throw new ChangedError('It was edited')
      const video = row.video_id ? await unsafeFind(tx, row.video_id) : null
      const reason = video
        ? unpublishable({
            ...video,
            hidden: video.hidden_at !== null,
            hasOriginal: video.original_key !== null,
          })
        : 'The video was deleted.'
      if (reason) throw new PublishError('reject', reason, { code: 'unpublishable' })
      const now = await takeSlot(tx, row.kind, id, this.#network.limits, this.#deps.time)
      this.#held.row = await updateLeased(tx, row, {
        state: 'uploading',
        opening_at: now,
        started_at: row.started_at ?? now,
        note: null,
      })
      await addEvent(tx, id, now, {
        kind: 'opening',
        sentence: `Opens the upload at ${platformNames[row.platform]}.`,
      })
    })
    this.#deps.onStep?.('opening', id)
  }

  async #send(): Promise<void> {
    if ((await pauseOf(this.#deps.db)).paused) return this.#held.giveBack(5, 'Publishing is paused.')
    const work = await this.#sameBytes(await this.#work())
    const account = await this.#account()
    const hooks: PostHooks = {
      signal: this.#turn.signal,
      opening: () => this.#open(),
      opened: async session => {
        const sealed = seal(this.#deps.secrets, sessionPurpose, this.#row.id, session)
        const now = await this.#deps.time(this.#deps.db)
        await this.#held.change(
          { session: sealed, session_at: now, size: work.file.size },
          { kind: 'opened', sentence: 'The upload is open.', facts: { size: work.file.size } },
        )
      },
      progress: bytes => {
        this.#sent = bytes
        this.#turn.progress(bytes)
      },
    }
    const { remoteId } = await this.#publisher.post(work, account, hooks)
    await this.#held.change(
      { state: 'processing', remote_id: remoteId, uploaded: work.file.size, attempts: 0, note: null },
      { kind: 'uploaded', sentence: 'Every byte has arrived.', facts: { remoteId } },
    )
    return this.#check()
  }

  /** An upload that was opened for another file (an earlier version sent the original) can't go on with this one. */
  async #sameBytes(work: PostWork): Promise<PostWork> {
    const { session, size } = this.#row
    if (!session || size === null || size === work.file.size) return work
    const sentence = 'The file was prepared again after the upload started, so the upload starts over.'
    await this.#held.change({ ...nothingLeft, state: 'queued' }, { kind: 'starts_over', sentence })
    return { ...work, session: null }
  }

  async #check(): Promise<void> {
    const account = await this.#account()
    const remoteId = this.#row.remote_id as string
    const result = await this.#publisher.check(remoteId, this.#checkWork(), account)
    if (result.state === 'again') {
      await this.#held.change({ state: 'uploading', remote_id: null }, null)
      return this.#held.giveBack(result.checkAgainSeconds, result.note ?? undefined)
    }
    if (result.state === 'processing')
      return this.#held.giveBack(result.checkAgainSeconds, result.note ?? undefined)
    await this.#finalize(result.postId, account)
    await this.#live(result.postId, result.url)
  }

  /** What comes after the post can be missing; the post is out all the same. */
  async #finalize(postId: string | null, account: Account): Promise<void> {
    if (this.#row.finalized_at || !postId) return
    try {
      await this.#publisher.finalize(postId, { cover: await coverOf(this.#deps, this.#row) }, account)
    } catch (error) {
      this.#deps.log.warn({ err: error, publication: this.#row.id }, 'a cover could not be set')
      const event = {
        kind: 'cover_failed',
        sentence: 'The cover picture could not be set; the post is out without it.',
      }
      await this.#held.change({}, event)
    }
    const now = await this.#deps.time(this.#deps.db)
    await this.#held.change({ finalized_at: now }, { kind: 'finalized', sentence: 'The post is complete.' })
  }

  async #live(postId: string | null, url: string | null): Promise<void> {
    const where = platformNames[this.#row.platform]
    const now = await this.#deps.time(this.#deps.db)
    await this.#held.change(
      {
        state: 'published',
        post_id: postId,
        url,
        published_at: now,
        next_sample_at: postId
          ? new Date(now.getTime() + Math.min(60_000, platformOf(this.#row.platform).sampleAgainMs(0)))
          : null,
        note: null,
        lease_token: null,
        lease_until: null,
        attempts: 0,
      },
      { kind: 'published', sentence: `Live on ${where}.`, facts: { postId, url } },
      async tx => {
        const { video_id, kind } = this.#row
        const video = video_id ? await unsafeFind(tx, video_id) : null
        if (!video) return
        const isPublic = postId !== null && this.#row.metadata.privacy !== 'private'
        this.#deps.log.info({ publication: this.#row.id, kind }, 'published')
        await markPublished(tx, video.id, { link: (isPublic && url) || '/', where, now })
      },
    )
  }

  async #lookUp(): Promise<void> {
    const row = this.#row
    const account = await this.#account()
    const found: Found = await this.#publisher.lookUp(
      {
        publicationId: row.id,
        platform: row.platform,
        metadata: row.metadata,
        session: this.#session(),
        size: row.size ?? 0,
        openedAt: row.opening_at ?? row.created_at,
        known: await knownPosts(this.#deps.db, row.kind, row.id),
      },
      account,
    )
    if (found.outcome === 'posted') {
      const sentence = 'It was found at the platform.'
      await this.#held.change(
        { state: 'processing', remote_id: found.remoteId, lookups: 0, note: null, attempts: 0 },
        { kind: 'found', sentence, facts: { remoteId: found.remoteId } },
      )
      return this.#check()
    }
    if (found.outcome === 'open') {
      await this.#held.change(
        { state: 'uploading', note: null },
        { kind: 'resumable', sentence: 'The upload can go on.' },
      )
      return this.#send()
    }
    const lookups = row.lookups + 1
    if (lookups < lookUps.times) {
      await this.#held.change(
        { lookups },
        { kind: 'looked_up', sentence: 'It is not there; it is looked for once more.' },
      )
      return this.#held.giveBack(lookUps.firstSeconds * 2 ** lookups)
    }
    if (row.session || this.#publisher.reopens) {
      const sentence = 'Nothing was posted and nothing can come of the first try: it starts over.'
      await this.#held.change(
        { ...nothingLeft, state: 'queued', lookups: 0 },
        { kind: 'starts_over', sentence },
      )
      return this.#held.giveBack(0)
    }
    throw new PublishError(
      'reject',
      `${platformNames[row.platform]} did not answer when the upload was opened. Nothing was posted: it was looked for ${lookUps.times} times. Retry to send it.`,
      { code: 'init_no_answer', startsOver: true, as: 'unknown_outcome' },
    )
  }
}

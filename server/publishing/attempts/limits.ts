import { plannedStates } from '#contract/publishing/constants.ts'
import { type ChannelKind, channelNames } from '#contract/publishing/publications.ts'
import { sentences as history } from '#sentences/history.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import { textColumn } from '#server/core/db/json.ts'
import { fromStored, type Text } from '#server/core/sentences.ts'
import type { StartLimits } from '#server/platforms/index.ts'
import { freeAt, pauseAgainMs } from '../rules.ts'

const dayMs = 86_400_000

/**
 * Where an upload takes a slot. The platform limits uploads per channel or, when shared, across all channels
 * of the kind.
 */
export interface Lane {
  kind: ChannelKind
  channelId: string
  shared: boolean
  limits: StartLimits
}

/** What has to wait: one channel, or every channel of a kind. */
export type Waiting = Pick<Lane, 'kind'> & { channelId: string | null }

/** No upload may be opened right now. */
export class NoSlotError extends Error {
  override name = 'NoSlotError'
  readonly freeAt: Date
  readonly waiting: Waiting
  readonly sentence: Text
  constructor(freeAtTime: Date, sentence: Text, waiting: Waiting) {
    super(String(sentence))
    this.sentence = sentence
    this.freeAt = freeAtTime
    this.waiting = waiting
  }
}

/** Starts that count against a lane's limits. */
const startsIn = (db: Queryable, { kind, channelId, shared }: Omit<Lane, 'limits'>) => {
  const query = db.selectFrom('publishing_starts').where('kind', '=', kind)
  return shared ? query : query.where('channel_id', '=', channelId)
}

/** @throws NoSlotError while the platform itself has paused us */
async function requireOpen(db: Queryable, { kind, channelId }: Lane, now: Date): Promise<void> {
  const lane = await db
    .selectFrom('publishing_lanes')
    .selectAll()
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  const pause = await db
    .selectFrom('channel_pauses')
    .selectAll()
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  const closed = [
    { ...lane, waiting: { kind, channelId: null } },
    ...(pause ? [{ ...pause, waiting: { kind, channelId } }] : []),
  ]
  for (const { closed_until: until, closed_because: because, waiting } of closed)
    if (until && until > now)
      throw new NoSlotError(
        until,
        because === null ? history.asksToWait({ platform: channelNames[kind] }) : fromStored(because),
        waiting,
      )
}

/** Checks that an upload could start now. @throws NoSlotError with the time when a slot is free */
export async function lookForSlot(db: Queryable, lane: Lane, now: Date): Promise<void> {
  await requireOpen(db, lane, now)
  const { kind, channelId, shared, limits } = lane
  const starts = await startsIn(db, lane)
    .select('started_at')
    .where('started_at', '>', new Date(now.getTime() - dayMs))
    .orderBy('started_at', 'desc')
    .limit(Math.max(limits.perMinute ?? 0, limits.perHour, limits.perDay))
    .execute()
  const free = freeAt(
    starts.map(start => start.started_at),
    limits,
    now,
  )
  if (free > now)
    throw new NoSlotError(
      free,
      history.waitsForSlot({ platform: channelNames[kind], hour: limits.perHour, day: limits.perDay }),
      { kind, channelId: shared ? null : channelId },
    )
}

/**
 * Takes a slot in the rolling hour and day, in the transaction that starts an upload. All workers lock the
 * kind's row, so that no two take the same slot. The time is the caller's, read after locking.
 * @throws NoSlotError with the time when a slot is free
 */
export async function takeSlot(
  tx: Tx,
  lane: Lane,
  publicationId: string,
  time: (tx: Queryable) => Promise<Date>,
): Promise<Date> {
  const { kind, channelId } = lane
  await tx.selectFrom('publishing_lanes').select('kind').where('kind', '=', kind).forUpdate().execute()
  const now = await time(tx)
  await lookForSlot(tx, lane, now)
  await tx
    .insertInto('publishing_starts')
    .values({ kind, channel_id: channelId, publication_id: publicationId, started_at: now })
    .execute()
  return now
}

/**
 * Returns a slot whose upload couldn't be opened: an hour of errors must not use up the next hour's slots.
 */
export async function returnSlot(tx: Queryable, publicationId: string, takenAt: Date): Promise<void> {
  await tx
    .deleteFrom('publishing_starts')
    .where('publication_id', '=', publicationId)
    .where('started_at', '=', takenAt)
    .execute()
}

/**
 * Postpones everything due on a channel, or on all channels of a kind, with one update instead of one attempt
 * each. Afterwards they start in the order they were scheduled.
 */
export async function deferDue(
  db: Queryable,
  { kind, channelId }: Waiting,
  until: Date,
  because: Text,
): Promise<void> {
  await db
    .updateTable('publications')
    .set({ next_at: until, note: textColumn(because) })
    .where('id', 'in', eb => {
      const due = eb
        .selectFrom('publications')
        .select('id')
        .where('kind', '=', kind)
        .where('state', 'in', plannedStates)
        .where('next_at', '<', until)
        .where('lease_token', 'is', null)
        .forUpdate()
        .skipLocked()
      return channelId === null ? due : due.where('channel_id', '=', channelId)
    })
    .execute()
}

/** Ours or another worker's pause, as it was asked for last. */
interface Pause {
  until: Date | null
  repeats: number
}

const pauseIn = async (tx: Tx, { kind, channelId }: Waiting): Promise<Pause> => {
  // Locked, so that attempts which are refused together ask for one pause together.
  const lane = await tx
    .selectFrom('publishing_lanes')
    .select(['closed_until as until', 'repeats'])
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (channelId === null) return lane
  const found = await tx
    .selectFrom('channel_pauses')
    .select(['closed_until as until', 'repeats'])
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  return found ?? { until: null, repeats: 0 }
}

/** How many pauses in a row this is, where the last one has ended: 0 when an upload has started since. */
async function repeatsAfter(tx: Tx, { kind, channelId }: Waiting, last: Pause): Promise<number> {
  if (!last.until) return 0
  const since = startsIn(tx, { kind, channelId: channelId ?? '', shared: channelId === null })
  const started = await since.select('id').where('started_at', '>=', last.until).limit(1).executeTakeFirst()
  return started ? 0 : last.repeats + 1
}

/**
 * Pauses a channel, or all channels of a kind, because the platform said so, and everything due waits with it. A
 * longer pause in effect stays. Asked again before anything could start, the pause doubles: platforms count refused
 * calls too, so posts that come back together at the asked pace would be refused forever.
 */
export async function pauseChannel(
  tx: Tx,
  waiting: Waiting,
  { now, until, because }: { now: Date; until: Date; because: Text },
): Promise<void> {
  const { kind, channelId } = waiting
  const last = await pauseIn(tx, waiting)
  const inEffect = last.until !== null && last.until > now
  const repeats = inEffect ? last.repeats : await repeatsAfter(tx, waiting, last)
  const wanted = new Date(now.getTime() + pauseAgainMs(until.getTime() - now.getTime(), repeats))
  if (inEffect && last.until && last.until >= wanted) return deferDue(tx, waiting, last.until, because)
  const pause = {
    closed_until: wanted,
    closed_because: textColumn(because),
    repeats,
  }
  if (channelId === null)
    await tx.updateTable('publishing_lanes').set(pause).where('kind', '=', kind).execute()
  else
    await tx
      .insertInto('channel_pauses')
      .values({ channel_id: channelId, ...pause })
      .onConflict(conflict => conflict.column('channel_id').doUpdateSet(pause))
      .execute()
  await deferDue(tx, waiting, wanted, because)
}

/** Starts in the last hour and day that count against a lane's limits. */
export async function usage(
  db: Queryable,
  lane: Omit<Lane, 'limits'>,
  now: Date,
): Promise<{ hour: number; day: number }> {
  const hourAgo = new Date(now.getTime() - 3600_000)
  const row = await startsIn(db, lane)
    .select(eb => [
      eb.fn.countAll<number>().filterWhere('started_at', '>', hourAgo).as('hour'),
      eb.fn.countAll<number>().as('day'),
    ])
    .where('started_at', '>', new Date(now.getTime() - dayMs))
    .executeTakeFirstOrThrow()
  return { hour: Number(row.hour), day: Number(row.day) }
}

/** @returns whether publishing is paused, and its sentence */
export async function pauseOf(db: Queryable) {
  const row = await db.selectFrom('publishing_pause').selectAll().executeTakeFirstOrThrow()
  return { paused: row.paused, reason: row.reason, by: row.by, at: row.at }
}

export async function setPause(
  tx: Queryable,
  given: { paused: boolean; reason: string; by: string; at: Date },
): Promise<void> {
  const { paused, reason, by, at } = given
  await tx
    .updateTable('publishing_pause')
    .set({ paused, reason: reason || null, by, at })
    .execute()
}

import { plannedStates } from '#contract/publishing/constants.ts'
import { type ChannelKind, channelNames } from '#contract/publishing/publications.ts'
import type { Queryable, Tx } from '#server/platform/db/database.ts'
import type { StartLimits } from '#server/platforms/index.ts'
import { freeAt } from '../rules.ts'

const dayMs = 86_400_000

/**
 * Where an upload takes a slot. The platform counts either each channel's uploads or, shared, those of all channels of
 * the kind.
 */
export interface Lane {
  kind: ChannelKind
  channelId: string
  shared: boolean
  limits: StartLimits
}

/** Who has to wait: one channel, or every channel of a kind. */
export type Waiting = Pick<Lane, 'kind'> & { channelId: string | null }

/** An upload must not be opened now. */
export class NoSlotError extends Error {
  override name = 'NoSlotError'
  readonly freeAt: Date
  readonly waiting: Waiting
  constructor(freeAtTime: Date, sentence: string, waiting: Waiting) {
    super(sentence)
    this.freeAt = freeAtTime
    this.waiting = waiting
  }
}

/** Starts that count against a lane's limits. One that names no channel (by the version before) counts for each. */
const startsIn = (db: Queryable, { kind, channelId, shared }: Omit<Lane, 'limits'>) => {
  const query = db.selectFrom('publishing_starts').where('kind', '=', kind)
  if (shared) return query
  return query.where(eb => eb.or([eb('channel_id', '=', channelId), eb('channel_id', 'is', null)]))
}

/** @throws NoSlotError while the platform itself says no */
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
    { until: lane.closed_until, because: lane.closed_because, waiting: { kind, channelId: null } },
    ...(pause
      ? [{ until: pause.closed_until, because: pause.closed_because, waiting: { kind, channelId } }]
      : []),
  ]
  for (const { until, because, waiting } of closed)
    if (until && until > now)
      throw new NoSlotError(until, because ?? `${channelNames[kind]} asks to wait.`, waiting)
}

/** @throws NoSlotError saying when one is free */
async function requireFree(db: Queryable, lane: Lane, now: Date): Promise<void> {
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
      `Waits for a free slot: ${channelNames[kind]} takes ${limits.perHour} an hour and ${limits.perDay} a day.`,
      { kind, channelId: shared ? null : channelId },
    )
}

/**
 * Looks whether an upload could begin now, so that the platform isn't asked anything for one that can't.
 * @throws NoSlotError saying when there is one
 */
export const lookForSlot = requireFree

/**
 * Takes a slot in the rolling hour and day, as part of the transaction that begins an upload. All workers queue up at
 * the kind's row, so that no two count the same slot. The time is the caller's, read after the lock.
 * @throws NoSlotError saying when there is one
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
  await requireFree(tx, lane, now)
  await tx
    .insertInto('publishing_starts')
    .values({ kind, channel_id: channelId, publication_id: publicationId, started_at: now })
    .execute()
  return now
}

/** Gives a slot back whose upload could not be opened: an hour of trouble must not use up the hour after it. */
export async function returnSlot(tx: Queryable, publicationId: string, takenAt: Date): Promise<void> {
  await tx
    .deleteFrom('publishing_starts')
    .where('publication_id', '=', publicationId)
    .where('started_at', '=', takenAt)
    .execute()
}

/**
 * Lets everything that is due on a channel, or on all of a kind, wait until then at once: one look instead of one
 * attempt for each. Afterwards they begin in the order in which they were scheduled.
 */
export async function deferDue(
  db: Queryable,
  { kind, channelId }: Waiting,
  until: Date,
  because: string,
): Promise<void> {
  await db
    .updateTable('publications')
    .set({ next_at: until, note: because })
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

/**
 * Lets nothing begin on a channel, or on all of a kind, until then; the platform said so. A longer pause that is on
 * stays, and what is due waits with it.
 */
export async function pauseChannel(
  db: Queryable,
  waiting: Waiting,
  until: Date,
  because: string,
): Promise<void> {
  const { kind, channelId } = waiting
  if (channelId === null)
    await db
      .updateTable('publishing_lanes')
      .set({ closed_until: until, closed_because: because })
      .where('kind', '=', kind)
      .where(eb => eb.or([eb('closed_until', 'is', null), eb('closed_until', '<', until)]))
      .execute()
  else
    await db
      .insertInto('channel_pauses')
      .values({ channel_id: channelId, closed_until: until, closed_because: because })
      .onConflict(conflict =>
        conflict
          .column('channel_id')
          .doUpdateSet({ closed_until: until, closed_because: because })
          .where('channel_pauses.closed_until', '<', until),
      )
      .execute()
  await deferDue(db, waiting, until, because)
}

/** Starts in the last hour and the last day that count against a lane's limits. */
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

/** @returns whether everything rests, and the sentence for it */
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

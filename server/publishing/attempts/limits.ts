import { sql } from 'kysely'
import { plannedStates } from '#contract/publishing/constants.ts'
import { type ChannelKind, channelKinds, channelNames } from '#contract/publishing/publications.ts'
import type { Queryable, Tx } from '#server/platform/db/database.ts'
import type { StartLimits } from '#server/platforms/index.ts'
import { freeAt } from '../rules.ts'

const dayMs = 86_400_000

/** An upload must not be opened now. */
export class NoSlotError extends Error {
  override name = 'NoSlotError'
  readonly freeAt: Date
  constructor(freeAtTime: Date, sentence: string) {
    super(sentence)
    this.freeAt = freeAtTime
  }
}

interface Lane {
  kind: ChannelKind
  limits: StartLimits
}

/** @throws NoSlotError saying when one is free */
async function requireFree(
  db: Queryable,
  { kind, limits }: Lane,
  lane: { closed_until: Date | null; closed_because: string | null },
  now: Date,
): Promise<void> {
  if (lane.closed_until && lane.closed_until > now)
    throw new NoSlotError(lane.closed_until, lane.closed_because ?? `${channelNames[kind]} asks to wait.`)
  const starts = await db
    .selectFrom('publishing_starts')
    .select('started_at')
    .where('kind', '=', kind)
    .where('started_at', '>', new Date(now.getTime() - dayMs))
    .orderBy('started_at', 'desc')
    .limit(Math.max(limits.perMinute ?? 0, limits.perHour, limits.perDay))
    .execute()
  const times = starts.map(s => s.started_at)
  const free = freeAt(times, limits, now)
  if (free > now)
    throw new NoSlotError(
      free,
      `Waits for a free slot: ${channelNames[kind]} takes ${limits.perHour} an hour and ${limits.perDay} a day.`,
    )
}

/**
 * Looks whether an upload could begin now, so that the platform isn't asked anything for one that can't.
 * @throws NoSlotError saying when there is one
 */
export async function lookForSlot(db: Queryable, lane: Lane, now: Date): Promise<void> {
  const row = await db
    .selectFrom('publishing_lanes')
    .selectAll()
    .where('kind', '=', lane.kind)
    .executeTakeFirstOrThrow()
  await requireFree(db, lane, row, now)
}

/**
 * Takes a slot in the rolling hour and day, as part of the transaction that begins an upload. All workers queue up at
 * the lane's row, so that no two count the same slot. The time is the caller's, read after the lock.
 * @throws NoSlotError saying when there is one
 */
export async function takeSlot(
  tx: Tx,
  lane: Lane,
  publicationId: string,
  time: (tx: Queryable) => Promise<Date>,
): Promise<Date> {
  const { kind } = lane
  const row = await tx
    .selectFrom('publishing_lanes')
    .selectAll()
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const now = await time(tx)
  await requireFree(tx, lane, row, now)
  await tx
    .insertInto('publishing_starts')
    .values({ kind, publication_id: publicationId, started_at: now })
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
 * Lets everything that is due on a channel wait until then at once: one look instead of one attempt for each.
 * Afterwards they begin in the order in which they were scheduled.
 */
export async function deferDue(
  db: Queryable,
  kind: ChannelKind,
  until: Date,
  because: string,
): Promise<void> {
  await db
    .updateTable('publications')
    .set({ next_at: until, note: because })
    .where('id', 'in', eb =>
      eb
        .selectFrom('publications')
        .select('id')
        .where('kind', '=', kind)
        .where('state', 'in', plannedStates)
        .where('next_at', '<', until)
        .where('lease_token', 'is', null)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

/**
 * Lets nothing begin on a channel until then; the platform said so. A longer pause that is on stays, and what is due
 * waits with it.
 */
export async function pauseChannel(
  db: Queryable,
  kind: ChannelKind,
  until: Date,
  because: string,
): Promise<void> {
  await db
    .updateTable('publishing_lanes')
    .set({ closed_until: until, closed_because: because })
    .where('kind', '=', kind)
    .where(eb => eb.or([eb('closed_until', 'is', null), eb('closed_until', '<', until)]))
    .execute()
  await deferDue(db, kind, until, because)
}

/** Starts in the last hour and the last day. */
export async function usage(
  db: Queryable,
  now: Date,
): Promise<Record<ChannelKind, { hour: number; day: number }>> {
  const { rows } = await sql<{ kind: ChannelKind; hour: number; day: number }>`
    select kind, count(*) filter (where started_at > ${new Date(now.getTime() - 3600_000)}) as hour, count(*) as day
    from publishing_starts where started_at > ${new Date(now.getTime() - dayMs)} group by kind`.execute(db)
  const of = (kind: ChannelKind) => {
    const row = rows.find(r => r.kind === kind)
    return { hour: Number(row?.hour ?? 0), day: Number(row?.day ?? 0) }
  }
  return Object.fromEntries(channelKinds.map(kind => [kind, of(kind)])) as Record<
    ChannelKind,
    ReturnType<typeof of>
  >
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

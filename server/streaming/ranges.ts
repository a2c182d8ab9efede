import { sql } from 'kysely'
import { z } from 'zod'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import type { Probe } from '#server/core/media/probe.ts'
import { canSeek } from './commands.ts'
import type { RangeOutput } from './publish-folder.ts'
import { segmentFrames } from './rules.ts'

/** Identifies a range: the ladder by its largest rendition, and the range's first segment. */
export const rangeId = z.object({ ladder: z.uuid(), first: z.int().nonnegative() })
export type RangeId = z.infer<typeof rangeId>

/** Below this, what a range costs besides (10 seconds decoded, one segment encoded twice) outweighs the gain. */
const leastRangeSeconds = 60
/** More and shorter ranges end at about the same time, however unlike the workers and the parts of a film are. */
const rangesPerWorker = 3

/**
 * Splits a film into ranges of about equal length at multiples of a segment's frames: a multiple of the number of workers,
 * so that all end together.
 * @param workers that take ladders
 * @returns one range for what isn't worth it, or where a run can't begin in the middle
 */
export function rangesOf(
  probe: Probe,
  fps: number,
  { workers, leastSeconds = leastRangeSeconds }: { workers: number; leastSeconds?: number | undefined },
): RangeOutput[] {
  const segmentSeconds = segmentFrames(fps) / fps
  // A file that is cut off has less than it promises.
  const seconds = probe.damage ? 0 : Math.min(probe.durationSeconds, probe.video.seconds ?? Infinity)
  const segments = Math.floor(seconds / segmentSeconds)
  const most = Math.min(
    Math.floor(segments / Math.ceil(leastSeconds / segmentSeconds)),
    workers * rangesPerWorker,
  )
  if (workers < 2 || most < 2 || !canSeek(probe)) return [{ first: 0, count: null }]
  const count = most > workers ? most - (most % workers) : most
  const cuts = Array.from({ length: count }, (_, i) => Math.round((i * segments) / count))
  return cuts.map((first, i) => ({ first, count: i + 1 < count ? (cuts[i + 1] as number) - first : null }))
}

export interface StoredRange extends RangeOutput {
  percent: number
}

export async function insertRanges(tx: Tx, ladder: string, ranges: readonly RangeOutput[]): Promise<void> {
  await tx
    .insertInto('ladder_ranges')
    .values(
      ranges.map(({ first, count }) => ({ rendition_id: ladder, first_segment: first, segments: count })),
    )
    .execute()
}

/** The ranges of a ladder in order; none when it is encoded in one piece, or was given up. */
export async function findRanges(db: Queryable, ladder: string): Promise<StoredRange[]> {
  const rows = await db
    .selectFrom('ladder_ranges')
    .select(['first_segment', 'segments', 'percent'])
    .where('rendition_id', '=', ladder)
    .orderBy('first_segment')
    .execute()
  return rows.map(r => ({ first: r.first_segment, count: r.segments, percent: r.percent }))
}

/**
 * Notes how far a range is.
 * @returns percent of the whole ladder; null when it was given up
 */
export async function noteRange(tx: Tx, { ladder, first }: RangeId, percent: number): Promise<number | null> {
  const { rows } = await sql<{ all: number }>`
    with noted as (
      update ladder_ranges set percent = greatest(percent, ${percent}::int)
      where rendition_id = ${ladder} and first_segment = ${first}
      returning percent
    )
    select floor(avg(percent))::int as all from (
      select percent from noted
      union all
      select percent from ladder_ranges where rendition_id = ${ladder} and first_segment <> ${first}
    ) as ranges
    having exists (select from noted)`.execute(tx)
  return rows[0]?.all ?? null
}

/**
 * Notes that all of a range is stored.
 * @returns whether all of the ladder is now; two that end at the same time wait for each other here, so one of them knows
 */
export async function finishRange(tx: Tx, { ladder, first }: RangeId): Promise<boolean> {
  await tx.selectFrom('renditions').select('id').where('id', '=', ladder).forUpdate().execute()
  await noteRange(tx, { ladder, first }, 100)
  const ranges = await findRanges(tx, ladder)
  return ranges.length > 0 && ranges.every(({ percent }) => percent === 100)
}

/** The ladder can't be finished: the jobs of its other ranges end. */
export async function giveUpRanges(db: Queryable, ladder: string): Promise<void> {
  await db.deleteFrom('ladder_ranges').where('rendition_id', '=', ladder).execute()
}

import { sql } from 'kysely'
import { type DayRecordKind, dayRecordKinds, type RideDays } from '#contract/ride-days.ts'
import type { RideFigures } from '#contract/sharing/public-video.ts'
import { joinedFrom } from '#server/chapters/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { DayMeasured } from './rules.ts'

/** What a video measured, as its own rider sees it. */
export interface OwnFigures extends Pick<RideFigures, 'distance' | 'moving' | 'topSpeed' | 'airtime'> {
  /** 'YYYY-MM-DD' */
  day: string
  seconds: number
  climbed: number | null
}

/** Replaces what a video measured. */
export async function storeFigures(
  tx: Queryable,
  { videoId, userId }: { videoId: string; userId: string },
  { topSpeed: top_speed, ...figures }: OwnFigures,
): Promise<void> {
  const row = { user_id: userId, top_speed, ...figures }
  await tx
    .insertInto('ride_figures')
    .values({ video_id: videoId, ...row })
    .onConflict(c => c.column('video_id').doUpdateSet(row))
    .execute()
}

/** A rider's clips that count: chapters that were joined count with the joined video alone. */
const counted = (userId: string) => sql`
  select f.*, to_char(f.day, 'YYYY-MM-DD') as date, v.title, v.created_at,
    case when v.stream_status = 'ready' then v.stream_id end as stream_id,
    coalesce(f.distance, f.top_speed, f.airtime, f.climbed) is not null as measured
  from ride_figures f join videos v on v.id = f.video_id
  where f.user_id = ${userId} and not v.held and v.status <> 'failed'
    and not exists (select from ride_figures w where w.video_id in ${joinedFrom(sql.ref('f.video_id'))})`

const sums = sql`count(*) filter (where measured) as clips, sum(distance) as distance, sum(moving) as moving,
  max(top_speed) as "topSpeed", max(airtime) as airtime, sum(climbed) as climbed`

/** In what a day is the best of several that have any; of equal ones the first. */
const records = sql`array_remove(array[${sql.join(
  dayRecordKinds.map(
    kind => sql`case when ${sql.ref(kind)} > 0 and count(*) filter (where ${sql.ref(kind)} > 0) over () > 1
      and row_number() over (order by ${sql.ref(kind)} desc nulls last, date) = 1 then ${kind}::text end`,
  ),
)}], null)`

type Totals = RideDays['days'][number]['totals']
interface DayRow extends Totals {
  date: string
  videos: RideDays['days'][number]['videos']
  records: DayRecordKind[]
  listed: boolean
}

/**
 * A rider's days with their totals, newest first, and their records. A single clip that measured nothing is no ride.
 * @param before only days before this one
 */
export async function daysOf(
  db: Queryable,
  userId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<RideDays> {
  const { rows } = await sql<DayRow>`
    with counted as (${counted(userId)}), days as (
      select date, count(*) as all_clips, ${sums}, json_agg(json_build_object('id', video_id, 'title', title,
        'streamId', stream_id, 'duration', seconds) order by created_at, video_id) as videos
      from counted group by date
    ), ranked as (select days.*, ${records} as records from days),
    page as (
      select date from ranked where (all_clips > 1 or clips > 0) and (${before ?? null}::text is null or date < ${before ?? null})
      order by date desc limit ${limit + 1}
    )
    select ranked.*, page.date is not null as listed from ranked left join page using (date)
    where page.date is not null or cardinality(records) > 0 order by date desc`.execute(db)
  const listed = rows.filter(row => row.listed)
  const shown = listed.slice(0, limit)
  return {
    days: shown.map(({ date, videos, records, distance, moving, topSpeed, airtime, climbed }) => ({
      ...{ day: date, videos, records },
      totals: { distance, moving, topSpeed, airtime, climbed },
    })),
    records: dayRecordKinds.flatMap(kind => {
      const best = rows.find(one => one.records.includes(kind))
      const value = best?.[kind] ?? null
      return best && value !== null ? [{ kind, value, day: best.date }] : []
    }),
    next: listed.length > limit ? (shown.at(-1)?.date ?? null) : null,
  }
}

/** What a clip measured, and its rider's others by day; null if the clip doesn't count. */
export async function measuredBeside(
  tx: Queryable,
  { videoId, userId }: { videoId: string; userId: string },
): Promise<{ own: DayMeasured; others: DayMeasured[] } | null> {
  const { rows } = await sql<DayMeasured & { own: boolean }>`
    with counted as (${counted(userId)})
    select date as day, video_id = ${videoId} as own, ${sums} from counted group by 1, 2`.execute(tx)
  const own = rows.find(row => row.own)
  return own ? { own, others: rows.filter(row => !row.own) } : null
}

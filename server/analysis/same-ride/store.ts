import { sql } from 'kysely'
import { isPartOf } from '#server/chapters/index.ts'
import type { Queryable } from '#server/core/db/database.ts'

/** Shared prints that rule out chance: some seconds of the same samples. */
const fewest = 5
/** Share of the shorter recording that both must have. */
const enough = 0.5
const most = 20

interface SameRide {
  id: string
  title: string
  created_at: Date
  user_id: string
  by: 'file' | 'telemetry'
}

/**
 * Videos of the same recording, newest first, at most 20: the same file, or half of the shorter one's telemetry. A
 * video joined from chapters and its parts are not listed for each other.
 * @param ofUser only this person's videos
 */
export async function findSameRides(
  db: Queryable,
  videoId: string,
  ofUser: string | null,
): Promise<SameRide[]> {
  const { rows } = await sql<SameRide>`
    with mine as (
      select v.id, v.original_sha256, r.prints
      from videos v left join analysis_runs r on r.video_id = v.id and r.prints is not null
      where v.id = ${videoId}
    ), printed as (
      select unnest(prints) as print from mine
    ), alike as (
      select r.video_id, count(*) as shared, cardinality(r.prints) as prints
      from analysis_runs r cross join lateral unnest(r.prints) as theirs (print) join printed using (print)
      where r.prints && (select prints from mine) and r.video_id <> ${videoId}
      group by r.id
    )
    select v.id, v.title, v.created_at, v.user_id,
      case when v.original_sha256 = mine.original_sha256 then 'file' else 'telemetry' end as by
    from mine, videos v left join alike on alike.video_id = v.id
    where v.id <> mine.id and not ${isPartOf(sql.ref('v.id'), sql.ref('mine.id'))} and v.status <> 'failed' and not v.held
      and (v.original_sha256 = mine.original_sha256
        or alike.shared >= greatest(${fewest}::int, ceil(${enough}::float * least(alike.prints, cardinality(mine.prints)))))
      and (${ofUser}::text is null or v.user_id = ${ofUser}::text)
    order by v.created_at desc, v.id
    limit ${most}`.execute(db)
  return rows
}

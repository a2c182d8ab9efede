import { sql } from 'kysely'
import type { ShareReportReason } from '#contract/sharing/reasons.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { LinkRow } from './store.ts'

export async function addReport(
  tx: Queryable,
  given: { id: string; linkId: string; reason: ShareReportReason; words: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('share_reports')
    .values({
      id: given.id,
      link_id: given.linkId,
      reason: given.reason,
      words: given.words,
      reported_at: given.now,
    })
    .execute()
}

/** How many reports about a link await a decision. */
export async function openReports(tx: Queryable, linkId: string): Promise<number> {
  const row = await tx
    .selectFrom('share_reports')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('link_id', '=', linkId)
    .where('decided_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Marks the reports about a link, or about all links of a video, as decided. */
export async function decideReports(
  tx: Queryable,
  about: { linkId: string } | { videoId: string },
  now: Date,
): Promise<void> {
  const those =
    'linkId' in about
      ? sql`link_id = ${about.linkId}`
      : sql`link_id in (select id from share_links where video_id = ${about.videoId})`
  await sql`update share_reports set decided_at = ${now} where decided_at is null and ${those}`.execute(tx)
}

interface Reported extends LinkRow {
  user_id: string
  title: string
  reports: { reason: ShareReportReason; words: string; at: string; decided: boolean }[]
}

const mostLinks = 200

/** Links with their reports, newest report first. */
export async function listReports(db: Queryable): Promise<Reported[]> {
  const { rows } = await sql<Reported>`
    select l.*, v.user_id, v.title, r.reports from share_links l
    join videos v on v.id = l.video_id
    join lateral (
      select max(reported_at) as newest, json_agg(json_build_object('reason', reason, 'words', words,
        'at', reported_at, 'decided', decided_at is not null) order by reported_at desc) as reports
      from share_reports where link_id = l.id) r on r.newest is not null
    order by r.newest desc limit ${mostLinks}`.execute(db)
  return rows
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { ShareReportReason, shareReportReasons } from '#contract/sharing/reasons.ts'
import type { ReportedLink, reportedQuery, ShareDecision } from '#contract/sharing/schemas.ts'
import { sentences } from '#sentences/sharing.ts'
import { displayNames } from '#server/accounts/index.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import type { WaitingRows } from '#server/core/db/waiting.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import { notify, notifyStaff } from '#server/notifications/index.ts'
import { unsafeFindForUpdate, type VideoRow } from '#server/videos/index.ts'
import type { Opened } from './opened.ts'
import { allowLinks, isTakenDown, type LinkRow, linkOf, lockLink, takeDownLinks } from './store.ts'
import { addressOfLink } from './switch.ts'

/** Where staff see the reports. */
const staffPage = '/admin/share-reports'

/** More about one link would tell staff nothing new and fill the table. */
const mostOpenReports = 50

async function addReport(
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
async function openReports(tx: Queryable, linkId: string): Promise<number> {
  const row = await tx
    .selectFrom('share_reports')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('link_id', '=', linkId)
    .where('decided_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Marks the reports about a link, or about all links of a video, as decided. */
async function decideReports(
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

/** Links with their reports, newest report first. @param open only those that await a decision */
async function listReports(db: Queryable, open: boolean): Promise<Reported[]> {
  const { rows } = await sql<Reported>`
    select l.*, v.user_id, v.title, r.reports from share_links l
    join videos v on v.id = l.video_id
    join lateral (
      select max(reported_at) as newest, json_agg(json_build_object('reason', reason, 'words', words,
        'at', reported_at, 'decided', decided_at is not null) order by reported_at desc) as reports
      from share_reports where link_id = l.id) r on r.newest is not null
    ${open ? sql`where l.id in (select link_id from share_reports where decided_at is null)` : sql``}
    order by r.newest desc limit ${mostLinks}`.execute(db)
  return rows
}

/** Saves a report about a shared video, and notifies staff of the first one since their last decision. */
export function report(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { link, video }: Pick<Opened, 'link' | 'video'>,
  said: { reason: (typeof shareReportReasons)[number]; words: string },
): Promise<void> {
  return db.transaction().execute(async tx => {
    await lockLink(tx, link.id)
    const before = await openReports(tx, link.id)
    if (before >= mostOpenReports) return
    const id = randomUUID()
    await addReport(tx, { id, linkId: link.id, ...said, now: clock.now() })
    if (before > 0) return
    await notifyStaff(tx, {
      videoId: video.id,
      type: 'video_reported',
      title: sentences.reportedTitle({ title: video.title }),
      message: sentences.reportedMessage({ reason: said.reason }),
      link: staffPage,
      eventKey: `video_reported:${id}`,
    })
  })
}

const kindOf = (link: LinkRow): ReportedLink['kind'] => {
  if (link.page) return 'page'
  return link.clip_id ? 'clip' : 'video'
}

/** Where a reported video can be watched; null when nobody can. */
function addressIn(publicUrl: string, link: LinkRow): string | null {
  if (link.ended_at || link.taken_down_at) return null
  return link.page ? publicUrl + api.videoPage(link.video_id) : addressOfLink(publicUrl, link.token)
}

/** Shared videos with reports that await a decision, since the oldest report. */
export const openReportedLinks: WaitingRows = {
  rows: sql`(select min(reported_at) as since from share_reports where decided_at is null group by link_id) r`,
  since: sql`r.since`,
}

/** Reported links, newest report first. */
export async function reportedLinks(
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
  { undecided = false }: z.output<typeof reportedQuery>,
): Promise<ReportedLink[]> {
  const rows = await listReports(db, undecided)
  const names = await displayNames(db, [...new Set(rows.map(row => row.user_id))])
  return rows.map(row => ({
    linkId: row.id,
    videoId: row.video_id,
    title: row.title,
    rider: names.get(row.user_id) ?? '',
    kind: kindOf(row),
    url: addressIn(publicUrl, row),
    takenDown: row.taken_down_at !== null,
    views: row.views,
    open: row.reports.some(one => !one.decided),
    reports: row.reports.map(({ reason, words, at }) => ({ reason, words, at: new Date(at).toISOString() })),
  }))
}

async function notifyTakenDown(tx: Tx, video: VideoRow, eventKey: string): Promise<void> {
  await notify(tx, {
    userId: video.user_id,
    videoId: video.id,
    type: 'video_taken_down',
    title: sentences.takenDownTitle({ title: video.title }),
    message: sentences.takenDownMessage,
    link: '/',
    eventKey,
  })
}

const actions = {
  take_down: 'share.take_down',
  keep: 'share.keep',
  allow_again: 'share.allow_again',
} satisfies Record<ShareDecision, string>

/**
 * The staff's decision about a link. Taking it down ends every link of its video.
 * @throws AppError not_found; conflict when it is already taken down, or was not
 */
export function decide(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  by: Auditor,
  { linkId, decision }: { linkId: string; decision: ShareDecision },
): Promise<void> {
  return db.transaction().execute(async tx => {
    // Lock the video first, as switching on a link does.
    const known = await linkOf(tx, linkId)
    const video = known && (await unsafeFindForUpdate(tx, known.video_id))
    const link = video && (await lockLink(tx, linkId))
    if (!video || !link) throw notFound('link')
    const now = clock.now()
    const wasDown = await isTakenDown(tx, video.id)
    if (wasDown !== (decision === 'allow_again'))
      throw new AppError('conflict', wasDown ? sentences.alreadyDown : sentences.notDown)
    if (decision === 'take_down') {
      await takeDownLinks(tx, video.id, now)
      await notifyTakenDown(tx, video, `share_taken_down:${linkId}:${now.getTime()}`)
    }
    if (decision === 'allow_again') await allowLinks(tx, video.id)
    await decideReports(tx, decision === 'take_down' ? { videoId: video.id } : { linkId }, now)
    await record(tx, {
      ...by,
      action: actions[decision],
      objectType: 'video',
      objectId: video.id,
      before: { takenDown: wasDown },
      after: { takenDown: decision === 'take_down', linkId },
    })
  })
}

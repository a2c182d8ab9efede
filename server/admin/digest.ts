import { sql } from 'kysely'
import { waitingStatuses } from '#contract/video-statuses.ts'
import { sentences } from '#sentences/admin.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { literals } from '#server/core/db/literals.ts'
import { type Micros, toDollars, zero } from '#server/core/money.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { startOfDay, zonedTime } from '#server/core/time-zone.ts'
import type { Deps } from '#server/deps.ts'
import { totalsOf } from '#server/earnings/index.ts'
import { enqueueMails, type MailData } from '#server/mail/index.ts'

const atOnce = 500
const weekMs = 7 * 24 * 3600_000

interface RiderWeek {
  user_id: string
  uploaded: number
  published: number
  waiting: number
  views: number
}

function introOf({ published, uploaded, waiting }: RiderWeek): Sentence {
  if (published) return sentences.weekPublished({ count: published })
  if (uploaded) return sentences.weekUploaded({ count: uploaded })
  return waiting ? sentences.weekWaiting : sentences.weekQuiet
}

const factsOf = (week: string, rider: RiderWeek, earned: Micros): MailData['weekly_digest'] => ({
  week,
  intro: introOf(rider),
  figures: [
    { label: sentences.uploadedThisWeek, value: { count: rider.uploaded } },
    { label: sentences.publishedThisWeek, value: { count: rider.published } },
    { label: sentences.waitingForReview, value: { count: rider.waiting } },
    { label: sentences.viewsSoFar, value: { count: rider.views } },
    { label: sentences.earnedSoFar, value: { dollars: toDollars(earned) } },
  ],
  link: '/',
})

/**
 * Ids of riders with videos in a zone who were here before this week began and have no digest for it yet.
 * @param zone null: no zone set
 */
async function awaiting(db: Queryable, zone: string | null, week: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where ${zone === null ? sql`u.time_zone is null` : sql`u.time_zone = ${zone}`}
      and u.deleted_at is null and u.email_verified and u.id > ${after}
      and u.created_at < ${startOfDay(week, zone ?? 'UTC')}
      and exists (select from videos v where v.user_id = u.id and not v.held)
      and not exists (select from mails m where m.event_key = 'weekly_digest:' || u.id || ':' || ${week}::text)
    order by u.id limit ${atOnce}`.execute(db)
  return rows.map(r => r.id)
}

async function weeksOf(db: Queryable, ids: string[], since: Date): Promise<RiderWeek[]> {
  const { rows } = await sql<RiderWeek>`
    select user_id,
      count(*) filter (where created_at >= ${since})::integer as uploaded,
      count(*) filter (where published_at >= ${since})::integer as published,
      count(*) filter (where status in (${literals(waitingStatuses)}))::integer as waiting,
      coalesce(sum(views), 0)::float8 as views
    from videos where user_id = any(${ids}::text[]) and not held group by user_id`.execute(db)
  return rows
}

const hourOfDigest = 9

/**
 * The week whose digest is due in a zone now, as the date of its Monday there: from nine on Monday to the end
 * of Tuesday, so that a server that was down on Monday still sends it. Null at other times. A week is
 * identified by the date and not by an instant, so that clock changes don't create another week.
 */
export function digestWeek(now: Date, timeZone: string): string | null {
  const local = zonedTime(now, timeZone)
  const due = (local.dayOfWeek === 1 && local.hour >= hourOfDigest) || local.dayOfWeek === 2
  return due
    ? local
        .toPlainDate()
        .subtract({ days: local.dayOfWeek - 1 })
        .toString()
    : null
}

/**
 * Queues the weekly mail for everyone in whose zone it is due and who has a week to look back on. May be called
 * repeatedly; each person gets one per week, identified by its Monday's date.
 * @returns how many
 */
export async function enqueueDigests({
  db,
  clock,
  log,
}: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<number> {
  const now = clock.now()
  const zones = await db
    .selectFrom('users')
    .select('time_zone')
    .distinct()
    .where('deleted_at', 'is', null)
    .execute()
  let enqueued = 0
  for (const { time_zone: zone } of zones) {
    let week: string | null
    try {
      week = digestWeek(now, zone ?? 'UTC')
    } catch (error) {
      // This server doesn't know the zone; people in other zones still get theirs.
      log.error({ err: error, zone }, 'no digest can be timed in this zone')
      continue
    }
    if (!week) continue
    for (let after = ''; ; ) {
      const ids = await awaiting(db, zone, week, after)
      const [riders, totals] = await Promise.all([
        weeksOf(db, ids, new Date(now.getTime() - weekMs)),
        totalsOf(db, ids),
      ])
      const due = week
      enqueued += await enqueueMails(
        db,
        riders.map(rider => ({
          userId: rider.user_id,
          videoId: null,
          template: 'weekly_digest' as const,
          data: factsOf(due, rider, totals.get(rider.user_id)?.earned ?? zero),
          eventKey: `weekly_digest:${rider.user_id}:${due}`,
        })),
        now,
      )
      const last = ids.at(-1)
      if (ids.length < atOnce || last === undefined) break
      after = last
    }
  }
  return enqueued
}

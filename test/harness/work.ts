import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/core/db/database.ts'
import { makeCreator } from './money.ts'
import { makeVideo } from './review.ts'

const dayMs = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * dayMs)

/** Makes work of every kind for staff, each beside something of the same kind that needs nobody. */
export async function fillWork(db: Database, riderId: string): Promise<void> {
  const [first] = await Promise.all([
    makeVideo(db, riderId, { status: 'pending', title: 'Waiting ride', created_at: ago(3) }),
    makeVideo(db, riderId, { status: 'draft', created_at: ago(1) }),
    makeVideo(db, riderId, { status: 'published' }),
    makeVideo(db, riderId, { status: 'pending', held: true }),
  ])
  // The second link's report was decided.
  for (const [reported, decided] of [
    [ago(2), null],
    [ago(9), ago(8)],
  ] as const) {
    const link = randomUUID()
    await sql`insert into share_links (id, video_id, clip_id, page, token, created_at, ended_at)
      values (${link}, ${first.id}, null, false, ${randomUUID().replaceAll('-', '')}, ${ago(9)}, ${decided})`.execute(
      db,
    )
    for (const _ of [1, 2])
      await sql`insert into share_reports (id, link_id, reason, words, reported_at, decided_at)
        values (${randomUUID()}, ${link}, 'privacy', '', ${reported}, ${decided})`.execute(db)
  }
  const posts = [
    ['failed', ago(4), 'reject'],
    ['scheduled', ago(5), null],
    ['scheduled', ago(-1), null],
    ['cancelled', ago(6), null],
  ] as const
  const ids: string[] = []
  for (const [place, [state, due, failure]] of posts.entries()) {
    const id = randomUUID()
    ids.push(id)
    await sql`insert into publications (id, video_id, user_id, platform, kind, content, content_label, intent, state, metadata,
        scheduled_for, wall_time, time_zone, timing, created_at, next_at, failure_kind, failure_actor)
      values (${id}, ${first.id}, ${riderId}, 'youtube', 'youtube', 'video', '"The whole video"', ${`again:${place}`},
        ${state}, '{"title": "Waiting ride", "description": "", "tags": []}', ${due}, '2026-11-26 12:00', 'UTC', 'immediate',
        ${due}, ${ago(-9)}, ${failure}, ${failure && 'staff'})`.execute(db)
  }
  for (const state of ['held', 'accepted'])
    await sql`insert into held_counts (publication_id, reason, state, accepted_views, accepted_likes, accepted_comments,
        accepted_shares, reported_views, most_views, first_seen, last_seen, decided_at)
      values (${ids[0]}, 'jump', ${state}, 0, 0, 0, 0, 5000, 5000, ${ago(7)}, ${ago(7)},
        ${state === 'held' ? null : ago(6)})`.execute(db)
  for (const [status, ends] of [
    ['reconnect', null],
    ['connected', ago(-2)],
    ['connected', ago(-90)],
    ['disconnected', null],
  ] as const)
    await sql`insert into platform_channels (id, kind, external_id, name, access_token, refresh_token, access_expires_at,
        refresh_expires_at, refreshed_at, status, connected_at)
      values (${randomUUID()}, 'youtube', ${randomUUID()}, 'Trailcut', 'x', 'x', ${ago(1)}, ${ends}, ${ago(1)}, ${status},
        ${ago(30)})`.execute(db)
  for (const [method, status, approval] of [
    ['stripe', 'pending', 'needed'],
    ['stripe', 'pending', 'held'],
    ['manual', 'pending', 'not_needed'],
    ['stripe', 'pending', 'approved'],
    ['stripe', 'processing', 'not_needed'],
  ])
    await sql`insert into payouts (id, user_id, amount, fee, method, status, approval, origin, created_at)
      values (${randomUUID()}, ${await makeCreator(db)}, 50000000, 0, ${method}, ${status}, ${approval}, 'request',
        ${ago(6)})`.execute(db)
  for (const status of ['needs_response', 'warning_needs_response', 'won'])
    await sql`insert into disputes (id, charge_id, user_id, status, reason, amount_cents, opened_at)
      values (${`dp_${status}`}, 'ch_1', ${riderId}, ${status}, 'fraudulent', 999, ${ago(8)})`.execute(db)
  for (const actionable of [true, false])
    await sql`insert into early_fraud_warnings (id, charge_id, user_id, fraud_type, actionable, amount_cents, warned_at)
      values (${`issfr_${actionable}`}, 'ch_1', ${riderId}, 'misc', ${actionable}, 999, ${ago(1)})`.execute(
      db,
    )
}

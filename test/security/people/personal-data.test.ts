import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CurrentUser } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import { personalTables } from '#server/privacy/personal-tables.ts'
import { post, signInAtProvider, whoAmI } from '#test/harness/accounts.ts'
import { makeVideo } from '#test/harness/review.ts'
import { testDatabase } from '../../harness/database.ts'
import { startTestServer } from '../../harness/server.ts'

/** These refer to a person other than the row's subject: the staff member who acted. */
const aboutStaff = [
  'publishing_pause',
  'closed_months',
  'ledger_corrections',
  'score_weights',
  'score_weight_uses',
]
/** Data about no specific person: keyed hashes and the like. */
const ofNobody = ['refused_addresses']

test('every table that refers to a person is in the export and in the deletion', async () => {
  const { db } = await testDatabase()
  const { rows } = await sql<{ table: string }>`
    select distinct c.table_name as table from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and (
      c.column_name ~ '(^|_)(user|actor|owner|person|rider|creator)(_id)?$' or c.column_name ~ '_by$|^by$|email|address$')
    union
    select conrelid::regclass::text from pg_constraint
    where contype = 'f' and confrelid in ('users'::regclass, 'videos'::regclass, 'publications'::regclass)
    order by 1`.execute(db)
  const found = rows.map(r => r.table).filter(name => ![...aboutStaff, ...ofNobody].includes(name))
  expect(found.length).toBeGreaterThan(25)
  expect(found.filter(name => !(name in personalTables))).toEqual([])
})

test('the export contains what each table holds, and after deletion nothing in the database names the person', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const rider = await server.person()
  const email = 'marker.rider@trailcut.example'
  await signInAtProvider(rider, { email, name: 'Markeria Der' })
  const id = ((await whoAmI(rider)) as CurrentUser).id
  const { id: videoId } = await makeVideo(db, id, { title: 'MARKER title' })
  const publicationId = randomUUID()
  await sql`insert into publications (id, video_id, user_id, platform, kind, content, content_label, state, metadata,
      scheduled_for, wall_time, time_zone, timing, created_at, next_at, published_at)
    values (${publicationId}, ${videoId}, ${id}, 'youtube', 'youtube', 'video', '"MARKER label"', 'published',
      '{"title": "MARKER post"}', now(), '2026-11-21 12:00', 'UTC', 'immediate', now(), now(), now())`.execute(
    db,
  )
  await sql`insert into publication_events (publication_id, at, kind, sentence, facts)
    values (${publicationId}, now(), 'edited', '"MARKER edit"', '{"title": "MARKER event"}')`.execute(db)
  await sql`insert into notification_preferences (user_id, type, channel, wanted) values (${id}, 'clip_selected', 'mail', false)`.execute(
    db,
  )
  for (const [type, object] of [
    ['video', videoId],
    ['publication', publicationId],
    ['user', id],
  ])
    await sql`insert into audit_log (action, object_type, object_id, before, after)
      values (${`${type}.edit`}, ${type}, ${object}, '{"title": "MARKER audit", "status": "draft"}', '"MARKER text"')`.execute(
      db,
    )
  await sql`insert into rider_pages (user_id, name, shown) values (${id}, 'marker-rider', true)`.execute(db)
  await sql`insert into billing_customers (user_id, customer_id) values (${id}, 'cus_1')`.execute(db)
  await sql`insert into billing_invoices (id, user_id, status, amount_cents, description, url, created_at)
    values ('in_1', ${id}, 'paid', 999, 'Premium', 'https://pay.example/MARKER', now())`.execute(db)
  await sql`insert into stripe_events (id, type, payload, processed_at)
    values ('evt_1', 'invoice.paid', ${JSON.stringify({ customer: 'cus_1', name: 'MARKER payer' })}, now())`.execute(
    db,
  )

  const archive = Buffer.from(await (await rider.call(api.exportData)).arrayBuffer()).toString('latin1')
  for (const table of Object.keys(personalTables)) expect(archive).toContain(`records/${table}.json`)

  expect((await post(rider, api.deleteAccount, { confirmEmail: email })).status).toBe(200)
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    db,
  )
  for (const { name } of tables.rows) {
    const left = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(name)} t where to_jsonb(t)::text ~* 'marker'`.execute(
      db,
    )
    expect(left.rows, name).toEqual([])
  }
  const { rows } = await sql<{ before: unknown; after: unknown }>`
    select before, after from audit_log where action = 'video.edit'`.execute(db)
  expect(rows).toEqual([{ before: { status: 'draft' }, after: null }])
  // Nothing else in the audit log can be changed.
  for (const change of [sql`action = 'x'`, sql`before = '{}'`, sql`object_id = 'x'`])
    await expect(sql`update audit_log set ${change} where action = 'video.edit'`.execute(db)).rejects.toThrow(
      'append-only',
    )
})

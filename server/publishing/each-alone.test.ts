import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bySettings } from '#server/audit/index.ts'
import type { Database } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'
import type { StoredText } from '#server/core/sentences.ts'
import { makeCreator } from '#test/harness/money.ts'
import { settle } from '#test/harness/publishing/settle.ts'
import { publishingWorld } from '#test/harness/publishing/world.ts'
import { alertFailed, alertOverdue } from './attempts/watch.ts'
import { retryFailed } from './change-publication.ts'
import { refreshEarly } from './channels/refresh-early.ts'
import { warnOfChannels } from './channels/warn.ts'
import { sampleNumbers } from './figures/numbers.ts'
import { findPublication } from './store.ts'

/** Makes the database refuse every change of this row from now on: an unforeseen fault. */
async function spoil(db: Database, table: 'publications' | 'platform_channels', id: string): Promise<void> {
  await sql`create function spoilt_row() returns trigger language plpgsql as $$
    begin raise exception 'spoilt'; end $$`.execute(db)
  await sql`create trigger spoilt_row before update on ${sql.table(table)} for each row
    when (old.id = ${sql.lit(id)}::uuid) execute function spoilt_row()`.execute(db)
}

/** A staff member who receives the notifications. */
const makeStaff = async (db: Database) =>
  db
    .updateTable('users')
    .set({ role: 'moderator' })
    .where('id', '=', await makeCreator(db))
    .execute()

test("a post that can't be counted stops no other post from being counted", async () => {
  const world = await publishingWorld()
  const video = await world.video(2000)
  const rows = []
  for (let i = 0; i < 8; i++) rows.push(await world.publication(video, 'youtube', { intent: `n:${i}` }))
  rows.push(await world.publication(video, 'tiktok'))
  await settle(world)
  for (const post of world.youtube.platform.posts.all()) post.real.views = 7
  for (const post of world.tiktok.platform.posts.all()) post.real.views = 7
  const bad = rows[3]?.id ?? ''
  // No row for its day can be written.
  await sql`alter table publication_days add constraint spoilt check (publication_id <> ${sql.lit(bad)}::uuid) not valid`.execute(
    world.db,
  )
  world.advance(3700)
  await sampleNumbers(world.deps)
  for (const { id } of rows)
    expect((await findPublication(world.db, id))?.views, id === bad ? 'the bad one' : 'another').toBe(
      id === bad ? 0 : 7,
    )
})

test("an invalid platform answer ends only that channel's run", async () => {
  const world = await publishingWorld()
  const video = await world.video(2000)
  const one = await world.publication(video, 'youtube')
  const other = await world.publication(video, 'facebook')
  await settle(world)
  for (const post of world.facebook.platform.posts.all()) post.real.views = 7
  Object.assign(world.deps.networks.youtube.publisher, {
    stats: async () => {
      throw new TypeError('not what was promised')
    },
  })
  world.advance(3700)
  expect(await sampleNumbers(world.deps)).toBe(2)
  expect((await findPublication(world.db, one.id))?.views).toBe(0)
  expect((await findPublication(world.db, other.id))?.views).toBe(7)
})

test("staff hear of every failed and overdue publication except the one whose row can't be written", async () => {
  const world = await publishingWorld()
  await makeStaff(world.db)
  const video = await world.video(2000)
  const past = new Date(Date.now() - 600_000)
  const failure = {
    failure_kind: 'reject',
    failure_sentence: json<StoredText>('No.'),
    failure_actor: 'staff',
  } as const
  const add = (n: number, change: object) =>
    world.publication(video, 'youtube', { intent: `n:${n}`, ...change })
  const failed = [await add(1, {}), await add(2, {}), await add(3, {})]
  for (const { id } of failed)
    await world.db
      .updateTable('publications')
      .set({ state: 'failed', ...failure })
      .where('id', '=', id)
      .execute()
  const late = [await add(4, { scheduled_for: past }), await add(5, { scheduled_for: past })]
  await spoil(world.db, 'publications', failed[1]?.id ?? '')
  expect(await alertFailed(world.deps)).toBe(2)
  expect(await alertOverdue(world.deps)).toBe(2)
  expect(late).toHaveLength(2)
  expect(await retryFailed(world.deps, bySettings, 'en')).toMatchObject({ retried: 0 })
})

test("a channel that can't be renewed stops neither the others nor the warnings to staff", async () => {
  const world = await publishingWorld()
  await makeStaff(world.db)
  const kept = await world.db.selectFrom('platform_channels').select(['id', 'refreshed_at']).execute()
  await spoil(world.db, 'platform_channels', world.channels.youtube)
  world.advance(13 * 3600)
  await refreshEarly(world.deps)
  const after = await world.db.selectFrom('platform_channels').select(['id', 'refreshed_at']).execute()
  const renewed = after.filter(
    c => c.refreshed_at.getTime() > (kept.find(k => k.id === c.id)?.refreshed_at.getTime() ?? 0),
  )
  expect(renewed.map(c => c.id).sort()).toEqual([world.channels.tiktok, world.channels.facebook].sort())
  // Facebook's 60-day permission is about to expire, and so is that of the broken row.
  world.advance(55 * 86_400)
  expect(await warnOfChannels(world.deps)).toBe(1)
})

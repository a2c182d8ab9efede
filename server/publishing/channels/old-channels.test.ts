import { cp, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate, migrationsFolder } from '#server/platform/db/migrate.ts'
import { emptyDatabase } from '#test/harness/database.ts'
import { scratchFolder } from '#test/media/make.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** An empty database of the version before several channels. @returns it with a function that migrates it */
async function oldDatabase() {
  const url = await emptyDatabase()
  const folder = path.join(await scratchFolder(), 'migrations')
  await mkdir(folder)
  for (const name of (await readdir(migrationsFolder)).filter(file => file < '0085'))
    await cp(path.join(migrationsFolder, name), path.join(folder, name))
  await migrate(url, folder)
  const db = openDatabase(url, error => {
    throw error
  })
  onTestFinished(() => db.destroy())
  return { db, upgrade: () => migrate(url) }
}

test('channels, starts and publications of the previous version get their default and their channel', async () => {
  const { db, upgrade } = await oldDatabase()
  const channel = (number: number, kind: string, status: string, day: number) =>
    sql`
    insert into platform_channels (id, kind, external_id, name, access_token, refresh_token, access_expires_at,
      refreshed_at, status, connected_at)
    values (${id(number)}, ${kind}, ${`account ${number}`}, ${`Channel ${number}`}, 'sealed', 'sealed', now(), now(),
      ${status}, ${`2026-10-${String(day).padStart(2, '0')}T12:00:00Z`}::timestamptz)`.execute(db)
  await channel(1, 'youtube', 'reconnect', 1)
  await channel(2, 'youtube', 'connected', 3)
  await channel(3, 'youtube', 'connected', 2)
  await channel(4, 'tiktok', 'disconnected', 1)
  await channel(5, 'facebook', 'reconnect', 1)
  await channel(6, 'facebook', 'disconnected', 1)
  const publication = (number: number, kind: string, channelId: string | null, state: string) =>
    sql`
    insert into publications (id, user_id, platform, kind, channel_id, content, content_label, state, metadata,
      scheduled_for, wall_time, time_zone, timing, created_at, next_at, published_at)
    values (${id(number)}, 'rider', ${kind}, ${kind}, ${channelId}, 'video', 'Whole video', ${state},
      '{"title": "Mud day"}', now(), '2026-10-01 12:00', 'UTC', 'immediate', now(), now(),
      ${state === 'published' ? new Date() : null})`.execute(db)
  await publication(11, 'youtube', null, 'scheduled')
  await publication(12, 'youtube', id(2), 'scheduled')
  await publication(13, 'youtube', null, 'published')
  await publication(14, 'tiktok', null, 'queued')
  await sql`insert into publishing_starts (kind, publication_id, started_at) values
    ('youtube', ${id(12)}, now()), ('youtube', ${id(99)}, now())`.execute(db)

  expect(await upgrade()).toEqual(expect.arrayContaining(['0085_default_channels.sql']))
  const defaults = await sql<{ kind: string; id: string }>`
    select kind, id from platform_channels where is_default order by kind`.execute(db)
  // Working channels come before those that need reconnecting, then the oldest.
  expect(defaults.rows).toEqual([
    { kind: 'facebook', id: id(5) },
    { kind: 'youtube', id: id(3) },
  ])
  const channels = await sql<{ channel_id: string | null }>`
    select channel_id from publications order by id`.execute(db)
  expect(channels.rows.map(row => row.channel_id)).toEqual([id(3), id(2), null, null])
  const starts = await sql<{ channel_id: string | null }>`
    select channel_id from publishing_starts order by id`.execute(db)
  expect(starts.rows.map(row => row.channel_id)).toEqual([id(2), null])

  // The previous version keeps writing while both run: it has no defaults.
  await channel(7, 'tiktok', 'connected', 5)
  await sql`update platform_channels set status = 'disconnected' where id = ${id(3)}`.execute(db)
  const after = await sql<{ id: string }>`
    select id from platform_channels where is_default order by kind`.execute(db)
  expect(after.rows.map(row => row.id)).toEqual([id(5), id(7), id(2)])
})

import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#test/harness/database.ts'
import { SessionLocks } from './session-locks.ts'

test('processes that share a lock are counted as long as they are there, also after a lost connection', async () => {
  const { db, url } = await testDatabase()
  const open = () => {
    const locks = new SessionLocks(url, pino({ level: 'silent' }))
    onTestFinished(() => locks.close())
    return locks
  }
  const [one, two, watcher] = [open(), open(), open()]
  const count = () => watcher.countShared('ladders')
  expect(await count()).toBe(0)
  await one.share('ladders')
  await one.share('ladders')
  await two.share('ladders')
  await two.share('something else')
  expect(await count()).toBe(2)
  await one.close()
  await expect.poll(count).toBe(1)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'trailcut-locks'`.execute(db)
  // The watcher's own connection may have been the first to notice.
  await expect.poll(() => count().catch(() => null)).toBe(0)
  await two.share('ladders')
  expect(await count()).toBe(1)
})

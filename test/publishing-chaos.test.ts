import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { channelKinds, type Platform, platforms } from '#contract/publishing/publications.ts'
import { bySettings } from '#server/audit/index.ts'
import { AppError } from '#server/core/http/errors.ts'
import { retryFailed } from '#server/publishing/change-publication.ts'
import { film, type PublishingWorld, publishingWorld, testSecret } from '#test/harness/publishing/world.ts'
import type { WorkerOrder } from './harness/publishing/worker.ts'

/** How many publications: few by default, CHAOS_PUBLICATIONS=1000 for the full proof. */
const count = Number(process.env.CHAOS_PUBLICATIONS ?? 40)
const workersAtOnce = 4
/** Hours of waiting pass in minutes: the shared time advances by this much in each round. */
const passesMs = 30_000
/** The pace of the simulated time; nothing waits for it to end. */
const roundMs = 100

/** Workers in separate processes; one that died is replaced by another with a different clock. */
function crew(world: PublishingWorld) {
  const running = new Set<ChildProcess>()
  let deaths = 0
  const order = (): WorkerOrder => ({
    databaseUrl: world.databaseUrl,
    objectsFolder: world.objectsFolder,
    reached: world.reached,
    secret: testSecret,
    // Enough deaths for each step, but few enough that the machine doesn't only start processes.
    killRate: Math.min(0.02, 6 / count),
    leaseMs: 1_800_000,
    clockOffMs: Math.round((Math.random() - 0.5) * 48 * 3600_000),
  })
  return {
    deaths: () => deaths,
    refill() {
      while (running.size < workersAtOnce) {
        const script = path.resolve(import.meta.dirname, 'harness/publishing/worker.ts')
        const child = spawn(process.execPath, [script, JSON.stringify(order())], { stdio: 'inherit' })
        running.add(child)
        child.once('exit', (_code, signal) => {
          running.delete(child)
          if (signal === 'SIGKILL') deaths++
        })
      }
    },
    async stop() {
      await Promise.all(
        [...running].map(async child => {
          const ended = once(child, 'exit')
          child.kill('SIGTERM')
          await ended
        }),
      )
    },
  }
}

test(`${count} publications through lost answers, errors, cut connections, expired sessions, revoked permissions, killed workers and jumping clocks: each is posted once`, {
  timeout: 1000 * 60 * 60,
}, async () => {
  const world = await publishingWorld()
  const { db } = world
  await sql`create table chaos_clock (off_ms bigint not null)`.execute(db)
  await sql`insert into chaos_clock values (0)`.execute(db)
  const hashes = new Map<string, string>()
  const videos = []
  for (let i = 0; i < 6; i++) {
    const bytes = film(280_000 + i * 90_000, i + 1)
    const video = await world.video(bytes)
    hashes.set(video.id, createHash('sha256').update(bytes).digest('hex'))
    videos.push(video)
  }
  const made = []
  for (let i = 0; i < count; i++)
    made.push(
      await world.publication(
        videos[i % videos.length] as (typeof videos)[0],
        platforms[i % platforms.length] as Platform,
        {
          intent: `chaos:${i}`,
          metadata: { title: `Ride ${i}`, description: 'Chaos', tags: ['utv'] },
        },
      ),
    )
  const kinds = ['lost', 'answer_lost', 'error', 'cut', 'expire', 'revoke', 'throttle'] as const
  for (const [i, kind] of channelKinds.entries())
    world[kind].platform.faults.chaos({ rate: 0.3, seed: 7 + i, kinds: [...kinds] })

  const workers = crew(world)
  onTestFinished(() => workers.stop())
  let offset = 0
  let jumps = 0
  for (let round = 0; ; round++) {
    workers.refill()
    offset += passesMs
    for (const kind of channelKinds) world[kind].platform.clock.ahead += passesMs
    // The clock itself sometimes jumps forward and back.
    if (round % 40 === 39) {
      offset += (jumps++ % 2 ? -1 : 1) * 3600_000
    }
    await sql`update chaos_clock set off_ms = ${offset}`.execute(db)
    if (round % 10 === 9) {
      // Staff reconnect channels that need it and retry what failed.
      for (const kind of channelKinds) {
        const row = await db
          .selectFrom('platform_channels')
          .select('status')
          .where('kind', '=', kind)
          .executeTakeFirst()
        if (row?.status !== 'reconnect') continue
        // Connecting has its faults too: staff try again later.
        await world.connect(kind).catch(error => {
          if (!(error instanceof AppError)) throw error
        })
      }
      await retryFailed({ ...world.deps, time: async () => new Date(Date.now() + offset) }, bySettings, 'en')
      const left = await db
        .selectFrom('publications')
        .select(eb => eb.fn.countAll<number>().as('n'))
        .where('state', '<>', 'published')
        .executeTakeFirstOrThrow()
      if (Number(left.n) === 0) break
      // Toward the end the platforms calm down, so that the test finishes.
      if (Number(left.n) <= count * 0.05) for (const kind of channelKinds) world[kind].platform.faults.clear()
    }
    await pause(roundMs)
  }
  await workers.stop()

  const rows = await db.selectFrom('publications').selectAll().execute()
  expect(rows.map(r => r.state)).toEqual(rows.map(() => 'published'))
  let posts = 0
  for (const kind of channelKinds) {
    const there = world[kind].platform.posts.all()
    posts += there.length
    const ofKind = rows.filter(r => r.kind === kind)
    expect(there.map(p => p.title.split('\n')[0]).sort()).toEqual(
      ofKind.map(r => (r.metadata as { title: string }).title).sort(),
    )
    expect(new Set(ofKind.map(r => r.post_id))).toEqual(new Set(there.map(p => p.id)))
    for (const row of ofKind)
      expect(there.find(p => p.id === row.post_id)?.sha256).toBe(hashes.get(row.video_id ?? ''))
  }
  expect(posts).toBe(count)
  for (const { id } of made) {
    const events = await db
      .selectFrom('publication_events')
      .select('kind')
      .where('publication_id', '=', id)
      .orderBy('id')
      .execute()
    expect(events.at(-1)?.kind).toBe('published')
    expect(events.filter(e => e.kind === 'published')).toHaveLength(1)
    const kinds = events.map(e => e.kind)
    expect(kinds).toContain('opening')
    // When the answer to the last byte is lost, the post is found at the platform instead.
    expect(kinds.includes('uploaded') || kinds.includes('found'), kinds.join(' ')).toBe(true)
  }
  const injected = channelKinds.map(kind => ({ ...world[kind].platform.faults.injected }))
  console.log(`posts ${posts}, workers killed ${workers.deaths()}, clock jumps ${jumps}, faults`, injected)
  expect(workers.deaths()).toBeGreaterThan(0)
})

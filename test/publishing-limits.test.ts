import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  type ChannelKind,
  channelFactsOf,
  channelKinds,
  type Platform,
  type PlatformFacts,
  platformFacts,
} from '#contract/publishing/publications.ts'
import { PublishingWorker } from '#server/publishing/index.ts'
import { publishingWorld } from '#test/harness/publishing/world.ts'

const hourMs = 3600_000

test('four workers start at most 10 and 5 in any rolling hour, and all of them go out', async () => {
  const world = await publishingWorld()
  for (const kind of channelKinds)
    Object.assign(world.deps.networks[kind], {
      limits: { perHour: channelFactsOf(kind).hourlyLimit, perDay: 1000 },
    })
  const video = await world.video(2000)
  // Slightly more than three hours' worth of each, alternating between the platforms that share a channel.
  const countOf = (kind: ChannelKind) => 3 * channelFactsOf(kind).hourlyLimit + 3
  for (const kind of channelKinds) {
    const sharing = platformFacts.filter(facts => facts.channel.kind === kind)
    for (let i = 0; i < countOf(kind); i++)
      await world.publication(video, (sharing[i % sharing.length] as PlatformFacts<Platform>).id, {
        intent: `n:${i}`,
      })
  }
  const workers = Array.from({ length: 4 }, () => new PublishingWorker(world.deps, { atOnce: 4 }))
  const left = async () =>
    world.db
      .selectFrom('publications')
      .select(eb => [eb.fn.min('next_at').as('at'), eb.fn.countAll<number>().as('n')])
      .where('state', 'not in', ['published', 'failed'])
      .executeTakeFirstOrThrow()
  for (let round = 0; round < 500; round++) {
    await Promise.all(workers.map(w => w.fill()))
    await Promise.all(workers.map(w => w.idle()))
    const { at, n } = await left()
    if (!at || Number(n) === 0) break
    const wait = (at.getTime() - (await world.deps.time(world.db)).getTime()) / 1000
    if (wait > 0) world.advance(wait + 0.001)
  }
  expect(Number((await left()).n)).toBe(0)
  for (const kind of channelKinds) {
    const rows = await world.db
      .selectFrom('publishing_starts')
      .select('started_at')
      .where('kind', '=', kind)
      .orderBy('started_at')
      .execute()
    const times = rows.map(r => r.started_at.getTime())
    expect(times).toHaveLength(countOf(kind))
    const most = Math.max(...times.map(t => times.filter(u => u >= t && u < t + hourMs).length))
    // The limit is reached, so it was the limit that held.
    expect(most).toBe(channelFactsOf(kind).hourlyLimit)
    // The platform's own record agrees: its posts were opened at those times.
    expect(world[kind].platform.posts.all()).toHaveLength(times.length)
  }
})

test('what is due starts within 5 seconds when a slot is free', async () => {
  const world = await publishingWorld()
  const video = await world.video(2000)
  const now = (await world.deps.time(world.db)).getTime()
  const posts = 30
  for (let i = 0; i < posts; i++) {
    const at = new Date(now + 300 + i * 120)
    // TikTok has five free slots a minute.
    const platform = i % 6 === 1 ? 'tiktok' : i % 2 ? 'facebook' : 'youtube'
    await world.publication(video, platform, {
      intent: `n:${i}`,
      scheduled_for: at,
      next_at: at,
    })
  }
  // A slot for each, so that one is free however long the others take.
  const workers = Array.from({ length: 4 }, () => new PublishingWorker(world.deps, { atOnce: posts / 4 + 1 }))
  for (const worker of workers) worker.start()
  const all = async () =>
    world.db.selectFrom('publications').select(['state', 'scheduled_for', 'started_at']).execute()
  // How long this machine takes for a timer and a query: a busy one makes everything start later.
  const lags: number[] = []
  const look = async () => {
    const asked = performance.now()
    await pause(100)
    const rows = await all()
    lags.push(performance.now() - asked - 100)
    return rows
  }
  while ((await look()).some(r => r.started_at === null));
  await Promise.all(workers.map(w => w.stop()))
  const waits = (await all())
    .map(r => (r.started_at as Date).getTime() - r.scheduled_for.getTime())
    .sort((a, b) => a - b)
  const p95 = waits[Math.ceil(waits.length * 0.95) - 1] as number
  const lag = Math.max(...lags)
  console.log(`due → started: p50 ${waits[15]} ms, p95 ${p95} ms, most ${waits.at(-1)} ms; lag ${lag} ms`)
  expect(p95 - 10 * lag).toBeLessThanOrEqual(5000)
  expect(waits[0]).toBeGreaterThanOrEqual(0)
})

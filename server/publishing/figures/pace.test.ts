import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultsOf } from '#test/harness/money.ts'
import { settle } from '#test/harness/publishing/settle.ts'
import { publishingWorld } from '#test/harness/publishing/world.ts'
import { sampleNumbers } from './numbers.ts'
import { againMs, countsPerDay, type Posts, paceFor, setPaces } from './pace.ts'

const dayMs = 86_400_000
const posts = fc.record<Posts>({
  platform: fc.constantFrom('youtube', 'tiktok'),
  ageMs: fc.integer({ min: 0, max: 2000 }).map(days => days * dayMs),
  posts: fc.integer({ min: 1, max: 1_000_000 }),
})

test('the pace is the smallest that fits into the quota, and the older of two posts never waits less', () => {
  fc.assert(
    fc.property(fc.array(posts), fc.integer({ min: 1, max: 5_000_000 }), (all, perDay) => {
      const pace = paceFor(all, perDay)
      if (countsPerDay(all, 1) <= perDay) expect(countsPerDay(all, pace)).toBeLessThanOrEqual(perDay)
      else expect(pace).toBe(1)
      if (pace > 0 && pace < 1) expect(countsPerDay(all, pace - 0.001)).toBeGreaterThan(perDay)
      const waits = [0.5, 3, 8, 30, 365, 1000].map(days => againMs('youtube', days * dayMs, pace) / dayMs)
      expect(waits).toEqual(waits.toSorted((a, b) => a - b))
      expect(waits.slice(0, 2)).toEqual([1 / 24, 6 / 24])
      expect(waits.at(-1)).toBeLessThanOrEqual(28)
    }),
  )
})

test('beyond the quota a year-old post is counted rarely and a new one as ever; every view is paid in the end', async () => {
  const world = await publishingWorld()
  const { db, deps } = world
  const video = await world.video(1000)
  for (let i = 0; i < 24; i++) await world.publication(video, 'youtube', { intent: `n:${i}` })
  await settle(world, { rounds: 400 })
  const [young, ...old] = await db
    .selectFrom('publications')
    .select(['id', 'post_id'])
    .orderBy('id')
    .execute()
  const now = await deps.time(db)
  await db
    .updateTable('publications')
    .set({ published_at: new Date(now.getTime() - 365 * dayMs) })
    .where(
      'id',
      'in',
      old.map(({ id }) => id),
    )
    .execute()
  const pace = async () =>
    (
      await db
        .selectFrom('platform_channels')
        .select('sample_pace')
        .where('kind', '=', 'youtube')
        .executeTakeFirstOrThrow()
    ).sample_pace
  await setPaces(deps)
  expect(await pace()).toBe(0)
  // 27 counts a day: 24 for the new post's first day, the rest for 23 others.
  const { publisher } = deps.networks.youtube
  const { statsBatch } = publisher
  Object.assign(publisher, { statsBatch: 30 / 9000 })
  await setPaces(deps)
  Object.assign(publisher, { statsBatch })
  const days = 365 * (await pace())
  expect(days).toBeGreaterThan(23 / 3)
  expect(days).toBeLessThan(23 / 3 + 0.5)

  const say = async (views: number, seconds: number) => {
    for (const post of world.youtube.platform.posts.all())
      post.real = { views, likes: 0, comments: 0, shares: 0 }
    world.advance(seconds)
    return sampleNumbers(deps)
  }
  expect(await say(10, 61)).toBe(24)
  expect(await say(20, 3700)).toBe(1)
  const dueIn = async (id: string) => {
    const { sampled_at, next_sample_at } = await db
      .selectFrom('publications')
      .select(['sampled_at', 'next_sample_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return ((next_sample_at as Date).getTime() - (sampled_at as Date).getTime()) / dayMs
  }
  expect(await dueIn((young as { id: string }).id)).toBeCloseTo(1 / 24)
  expect(await dueIn((old[0] as { id: string }).id)).toBeCloseTo(days, 0)
  expect(await say(30, days * 86_400)).toBe(24)
  expect(await db.selectFrom('earnings_by_user').select('views').execute()).toEqual([{ views: 24 * 30 }])
  expect(await faultsOf(db)).toEqual([])
})

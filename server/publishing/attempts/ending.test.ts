import { expect, test } from 'vitest'
import { channelKinds } from '#contract/publishing/constants.ts'
import { bySettings } from '#server/audit/index.ts'
import { textIn } from '#server/core/sentences.ts'
import { settle } from '#test/harness/publishing/settle.ts'
import { type PublishingWorld, postsOf, publishingWorld } from '#test/harness/publishing/world.ts'
import { retryPublication } from '../change-publication.ts'
import { eventsOf, findPublication } from '../store.ts'
import { pauseChannel } from './limits.ts'

const metadata = { title: 'Mud day', description: 'What a day', tags: ['utv'] }

test('a post for friends completes without a public address', async () => {
  const world = await publishingWorld()
  const { id } = await world.publication(await world.video(2000), 'tiktok', {
    metadata: { ...metadata, privacy: 'MUTUAL_FOLLOW_FRIENDS' },
  })
  await settle(world)
  expect(await findPublication(world.db, id)).toMatchObject({ state: 'published', post_id: null, url: null })
  expect(postsOf(world, 'tiktok')).toHaveLength(1)
})

test("an upload that TikTok forgot is found in the account's list", async () => {
  const world = await publishingWorld()
  const { platform } = world.tiktok
  platform.delays = { processing: 60, moderation: 0 }
  platform.switches.forgetsAfter = 30
  const { id } = await world.publication(await world.video(2000), 'tiktok')
  await settle(world)
  const [post, ...others] = postsOf(world, 'tiktok')
  expect(others).toEqual([])
  expect(await findPublication(world.db, id)).toMatchObject({ state: 'published', post_id: post?.id })
  expect((await eventsOf(world.db, id)).map(e => e.kind)).toContain('found')
})

test('one that is not found is left to staff, and Retry posts nothing', async () => {
  const world = await publishingWorld()
  const { platform } = world.tiktok
  platform.delays = { processing: 60, moderation: 0 }
  platform.switches.forgetsAfter = 30
  const { id } = await world.publication(await world.video(2000), 'tiktok', {
    metadata: { ...metadata, privacy: 'MUTUAL_FOLLOW_FRIENDS' },
  })
  await settle(world)
  const left = { state: 'failed', failure_kind: 'unknown_outcome' }
  expect(await findPublication(world.db, id)).toMatchObject(left)
  await retryPublication(world.deps, { id, by: bySettings })
  await settle(world)
  const row = await findPublication(world.db, id)
  expect(row).toMatchObject(left)
  expect(textIn(row?.failure_sentence ?? '', 'en')).toMatch(/may still have been published/)
  expect(postsOf(world, 'tiktok')).toHaveLength(1)
  expect((await eventsOf(world.db, id)).filter(e => e.kind === 'opening')).toHaveLength(1)
})

test('a platform is polled every 5 seconds at first and every 10 minutes later, for at most a day', async () => {
  const world = await publishingWorld()
  world.tiktok.platform.delays = { processing: 30 * 86_400, moderation: 0 }
  const { id } = await world.publication(await world.video(2000), 'tiktok')
  const waits = await settle(world, { rounds: 400 })
  expect(waits[0]).toBeCloseTo(5, 0)
  expect(Math.max(...waits)).toBeLessThanOrEqual(600)
  expect(waits.at(-1)).toBeGreaterThan(590)
  expect(waits.length).toBeLessThan(200)
  expect(await findPublication(world.db, id)).toMatchObject({
    state: 'failed',
    failure_kind: 'unknown_outcome',
    remote_id: expect.stringMatching(/^v_pub/),
  })
})

const ridesOf = (world: PublishingWorld) =>
  postsOf(world, 'tiktok')
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .map(p => Number(/Ride (\d+)/.exec(p.title)?.[1]))
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

/** Publications due at once, inserted in another order than they should be published in. */
async function crowd(count: number) {
  const world = await publishingWorld()
  for (const kind of channelKinds) world[kind].platform.throttled = true
  const video = await world.video(2000)
  const now = (await world.deps.time(world.db)).getTime()
  for (const i of upTo(count)) {
    const place = (i * 7) % count
    const at = new Date(now - (count - place) * 1000)
    await world.publication(video, 'tiktok', {
      intent: `n:${place}`,
      metadata: { ...metadata, title: `Ride ${place}` },
      scheduled_for: at,
      next_at: at,
    })
  }
  return world
}
const states = async (world: PublishingWorld) =>
  new Set((await world.db.selectFrom('publications').select('state').execute()).map(r => r.state))

test("60 posts due at once are published in order at TikTok's pace, and none fails", async () => {
  const world = await crowd(60)
  await settle(world, { rounds: 2000, atOnce: 1 })
  expect(ridesOf(world)).toEqual(upTo(60))
  expect(await states(world)).toEqual(new Set(['published']))
})

test('with two workers of four slots each, all are published once and at most a few places out of order', async () => {
  const world = await crowd(36)
  await settle(world, { rounds: 2000, workers: 2 })
  const rides = ridesOf(world)
  expect(rides.toSorted((a, b) => a - b)).toEqual(upTo(36))
  // Concurrent attempts may overtake each other, but never the whole queue.
  for (const [at, place] of rides.entries()) expect(Math.abs(at - place)).toBeLessThan(18)
  expect(await states(world)).toEqual(new Set(['published']))
})

test('a pause that a platform asks for again doubles until an upload gets through, once for all that ask together', async () => {
  const world = await crowd(1)
  const { id: channelId } = await world.db
    .selectFrom('platform_channels')
    .select('id')
    .where('kind', '=', 'tiktok')
    .executeTakeFirstOrThrow()
  const { id: publicationId } = await world.db
    .selectFrom('publications')
    .select('id')
    .executeTakeFirstOrThrow()
  const waiting = { kind: 'tiktok', channelId } as const
  let now = await world.deps.time(world.db)
  const ask = async () => {
    const until = new Date(now.getTime() + 10_000)
    await world.db.transaction().execute(tx => pauseChannel(tx, waiting, { now, until, because: 'Wait' }))
    const { closed_until } = await world.db.selectFrom('channel_pauses').selectAll().executeTakeFirstOrThrow()
    return (closed_until.getTime() - now.getTime()) / 1000
  }
  const lengths: number[] = []
  for (let i = 0; i < 9; i++) {
    const length = await ask()
    lengths.push(length)
    expect(await ask()).toBe(length)
    now = new Date(now.getTime() + length * 1000)
  }
  expect(lengths).toEqual([10, 20, 40, 80, 160, 320, 640, 900, 900])
  await world.db
    .insertInto('publishing_starts')
    .values({ kind: 'tiktok', channel_id: channelId, publication_id: publicationId, started_at: now })
    .execute()
  expect(await ask()).toBe(10)
})

test('a platform that asks for a pause more often than attempts are made gets it, and the order is kept', async () => {
  const world = await crowd(12)
  world.tiktok.platform.faults.order({ on: 'open', kind: 'throttle', times: 30 })
  const waits = await settle(world, { rounds: 500, atOnce: 1 })
  expect(Math.max(...waits)).toBeGreaterThan(800)
  expect(ridesOf(world)).toEqual(upTo(12))
  expect(world.tiktok.platform.faults.injected.throttle).toBe(30)
  expect(await states(world)).toEqual(new Set(['published']))
})

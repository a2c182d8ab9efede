import { expect, test } from 'vitest'
import { bySettings } from '#server/audit/index.ts'
import { settle } from '#test/harness/publishing/settle.ts'
import { postsOf, publishingWorld } from '#test/harness/publishing/world.ts'
import { retryPublication } from '../change-publication.ts'
import { eventsOf, findPublication } from '../store.ts'

const metadata = { title: 'Mud day', description: 'What a day', tags: ['utv'] }

test('a post for friends ends without a public address', async () => {
  const world = await publishingWorld()
  const { id } = await world.publication(await world.video(2000), 'tiktok', {
    metadata: { ...metadata, privacy: 'MUTUAL_FOLLOW_FRIENDS' },
  })
  await settle(world)
  expect(await findPublication(world.db, id)).toMatchObject({ state: 'published', post_id: null, url: null })
  expect(postsOf(world, 'tiktok')).toHaveLength(1)
})

test('an upload that TikTok forgot is found in the account’s list', async () => {
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
  expect(row?.failure_sentence).toMatch(/may be out all the same/)
  expect(postsOf(world, 'tiktok')).toHaveLength(1)
  expect((await eventsOf(world.db, id)).filter(e => e.kind === 'opening')).toHaveLength(1)
})

test('a platform is asked every 5 seconds at first and every 10 minutes in the end, for a day at most', async () => {
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

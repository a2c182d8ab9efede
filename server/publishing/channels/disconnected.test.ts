import { expect, test } from 'vitest'
import {
  accounts,
  accountsWithPosts,
  defaultOf,
  disconnectNow,
  makeDefaultNow,
  shown,
  stateOf,
  twoOfEach,
  workOnce,
} from '#test/harness/publishing/channels.ts'
import { settle } from '#test/harness/publishing/settle.ts'
import { addStaff, postsOf } from '#test/harness/publishing/world.ts'

import { sampleNumbers } from '../figures/numbers.ts'
import { eventsOf, findPublication } from '../store.ts'
import { findChannel } from './store.ts'
import { warnOfChannels } from './warn.ts'

test('what waits for a disconnected channel is on hold with the reason, and is published once it is reconnected', async () => {
  const { world, second } = await twoOfEach()
  const video = await world.video(2000)
  const now = await world.deps.time(world.db)
  const soon = new Date(now.getTime() + 600_000)
  const later = new Date(now.getTime() + 30 * 3600_000)
  const [held, tomorrow, other] = [
    await world.publication(video, 'youtube', { scheduled_for: soon, next_at: soon }),
    await world.publication(video, 'youtube', { scheduled_for: later, next_at: later, intent: 'b' }),
    await world.publication(video, 'youtube', { channel_id: second.youtube }),
  ]
  await disconnectNow(world, world.channels.youtube)
  expect(await shown(world, held)).toMatchObject({
    state: 'scheduled',
    note: 'On hold: Trailcut Rides was disconnected. This goes out once the channel is connected again.',
  })
  world.advance(3600)
  await workOnce(world)
  expect([await stateOf(world, held), await stateOf(world, other)]).toEqual(['queued', 'published'])
  expect(await shown(world, held)).toMatchObject({ note: expect.stringMatching(/^On hold: Trailcut Rides/) })
  expect(accountsWithPosts(world, 'youtube')).toEqual([accounts.youtube[1]])
  // The same account is the same channel.
  expect(await world.connect('youtube')).toBe(world.channels.youtube)
  await workOnce(world)
  expect([await stateOf(world, held), await stateOf(world, tomorrow)]).toEqual(['published', 'scheduled'])
  expect((await findPublication(world.db, tomorrow.id))?.next_at).toEqual(later)
  const kinds = (await eventsOf(world.db, held.id)).map(event => event.kind)
  expect(kinds.slice(0, 2)).toEqual(['held', 'resumed'])
})

test('an upload in progress is finished after its channel was disconnected', async () => {
  const { world } = await twoOfEach()
  const { id } = await world.publication(await world.video(2000), 'tiktok')
  world.tiktok.platform.delays = { processing: 60, moderation: 0 }
  await workOnce(world)
  expect(await stateOf(world, { id })).toBe('processing')
  await disconnectNow(world, world.channels.tiktok)
  await settle(world)
  expect(await stateOf(world, { id })).toBe('published')
})

test('posts on a disconnected channel are counted while the platform allows it, then the reason is shown', async () => {
  const { world } = await twoOfEach()
  await addStaff(world.db, 'staff', 'moderator')
  const publication = await world.publication(await world.video(2000), 'tiktok')
  await workOnce(world)
  const [post] = postsOf(world, 'tiktok')
  if (!post) throw new Error('No post')
  await disconnectNow(world, world.channels.tiktok)
  const count = async (views: number) => {
    post.real = { views, likes: 0, comments: 0, shares: 0 }
    // The token has to be renewed each time.
    world.advance(3 * 3600)
    await sampleNumbers(world.deps)
    const { views: counted, countsNote } = await shown(world, publication)
    return { counted, countsNote }
  }
  expect(await count(100)).toEqual({ counted: 100, countsNote: null })
  expect(await findChannel(world.db, world.channels.tiktok)).toMatchObject({ status: 'disconnected' })
  expect(await warnOfChannels(world.deps)).toBe(0)
  await world.tiktok.platform.grants.revoke(accounts.tiktok[0])
  expect(await count(200)).toEqual({
    counted: 100,
    countsNote: expect.stringMatching(
      /^Its counts aren't updated: trailcut\.rides was disconnected, and TikTok/,
    ),
  })
  expect(await warnOfChannels(world.deps)).toBe(1)
  expect(await warnOfChannels(world.deps)).toBe(0)
  await world.connect('tiktok')
  expect(await count(300)).toEqual({ counted: 300, countsNote: null })
})

test('disconnecting the default makes another channel the default, or none if none is left', async () => {
  const { world, second } = await twoOfEach()
  const first = world.channels.youtube
  expect(await defaultOf(world, 'youtube')).toBe(first)
  await disconnectNow(world, first)
  expect(await defaultOf(world, 'youtube')).toBe(second.youtube)
  await expect(makeDefaultNow(world, first)).rejects.toMatchObject({ status: 409 })
  await world.connect('youtube')
  expect(await defaultOf(world, 'youtube')).toBe(second.youtube)
  await makeDefaultNow(world, first)
  expect(await defaultOf(world, 'youtube')).toBe(first)
  await disconnectNow(world, second.youtube)
  await disconnectNow(world, first)
  expect(await defaultOf(world, 'youtube')).toBeNull()
  await expect(
    world.db
      .updateTable('platform_channels')
      .set({ is_default: true })
      .where('kind', '=', 'youtube')
      .execute(),
  ).rejects.toThrow(/platform_channels_default/)
})

test('the database keeps exactly one default per kind under concurrent writes', async () => {
  const { world, second } = await twoOfEach()
  const { db } = world
  await expect(
    db.updateTable('platform_channels').set({ is_default: true }).where('id', '=', second.tiktok).execute(),
  ).rejects.toThrow(/platform_channels_default/)
  await db.updateTable('platform_channels').set({ is_default: false }).where('kind', '=', 'tiktok').execute()
  expect(await defaultOf(world, 'tiktok')).toBe(world.channels.tiktok)
  // By a statement that says nothing of defaults.
  await db
    .updateTable('platform_channels')
    .set({ status: 'disconnected' })
    .where('id', '=', world.channels.tiktok)
    .execute()
  expect(await defaultOf(world, 'tiktok')).toBe(second.tiktok)
  await db.deleteFrom('platform_channels').where('id', '=', second.tiktok).execute()
  expect(await defaultOf(world, 'tiktok')).toBeNull()
})

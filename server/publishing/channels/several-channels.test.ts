import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Platform } from '#contract/publishing/publications.ts'
import { bySettings } from '#server/audit/index.ts'
import {
  accounts,
  accountsWithPosts,
  kinds,
  makeDefaultNow,
  stateOf,
  twoOfEach,
  workOnce,
} from '#test/harness/publishing/channels.ts'
import { settle } from '#test/harness/publishing/settle.ts'
import { postsOf, publishingWorld } from '#test/harness/publishing/world.ts'
import { scheduleVideo } from '../schedule-video.ts'
import { eventsOf, findPublication, type NewPublication } from '../store.ts'
import { findChannel, listChannels } from './store.ts'
import { accountOf } from './tokens.ts'

test('each post lands on the channel that was chosen, and on the default without a choice', async () => {
  const { world, second } = await twoOfEach()
  const video = await world.video(2000)
  const schedule = (channels: Partial<Record<Platform, string>>, again = false) =>
    scheduleVideo(world.deps, {
      videoId: video.id,
      platforms: ['youtube'],
      immediate: true,
      useOptimalTiming: false,
      customSchedule: '',
      content: { kind: 'auto' },
      metadata: {},
      uploadEarly: false,
      again,
      zone: 'UTC',
      channels,
      by: bySettings,
    })
  const [first] = (await schedule({})).rows
  const [other] = (await schedule({ youtube: second.youtube })).rows
  expect([first?.channel_id, other?.channel_id]).toEqual([world.channels.youtube, second.youtube])
  // The same piece on the same channel is one post, on another channel it is another.
  await expect(schedule({ youtube: second.youtube })).rejects.toMatchObject({ status: 409 })
  await expect(schedule({ youtube: second.tiktok })).rejects.toMatchObject({ status: 422 })
  // What is scheduled keeps its channel when the default changes; what comes later follows it.
  await makeDefaultNow(world, second.youtube)
  const [later] = (await schedule({}, true)).rows
  expect(later?.channel_id).toBe(second.youtube)
  for (const id of [world.channels.tiktok, second.tiktok])
    await world.publication(video, 'tiktok', { channel_id: id })
  await settle(world)
  expect(accountsWithPosts(world, 'youtube')).toEqual([
    accounts.youtube[0],
    accounts.youtube[1],
    accounts.youtube[1],
  ])
  expect(accountsWithPosts(world, 'tiktok')).toEqual([...accounts.tiktok])
  const opened = async (id: string | undefined) =>
    (await eventsOf(world.db, id ?? '')).find(({ kind }) => kind === 'opening')?.sentence
  expect([await opened(first?.id), await opened(other?.id)]).toEqual([
    'Opens the upload at YouTube on Trailcut Rides.',
    'Opens the upload at YouTube on Trailcut Tests.',
  ])
  for (const row of [first, other]) {
    const { post_id: postId, channel_id: channelId } = (await findPublication(world.db, row?.id ?? '')) ?? {}
    const post = postsOf(world, 'youtube').find(({ id }) => id === postId)
    expect(post?.accountId).toBe((await findChannel(world.db, channelId ?? ''))?.external_id)
  }
})

test.each(kinds)('%s: an account that used up its day holds its own posts, not the other’s', async kind => {
  const { world, second } = await twoOfEach()
  const video = await world.video(2000)
  world[kind].platform.switches.dailyUploads = 1
  const publish = (change: Partial<NewPublication>) => world.publication(video, kind, change)
  const gone = await publish({ intent: 'a' })
  await workOnce(world)
  const held = await publish({ intent: 'b' })
  await workOnce(world)
  const free = await publish({ channel_id: second[kind] })
  await workOnce(world)
  expect([await stateOf(world, gone), await stateOf(world, held), await stateOf(world, free)]).toEqual([
    'published',
    'queued',
    'published',
  ])
  expect((await findPublication(world.db, held.id))?.note).toMatch(/as much as (YouTube|TikTok) allows/)
  world.advance(86_401)
  await workOnce(world)
  expect(accountsWithPosts(world, kind)).toEqual([accounts[kind][0], accounts[kind][0], accounts[kind][1]])
})

test('the quota of the project at Google holds all channels of YouTube', async () => {
  const { world, second } = await twoOfEach()
  const video = await world.video(2000)
  world.youtube.platform.faults.order({ on: 'open', kind: 'quota', times: 1 })
  const [first, other] = [
    await world.publication(video, 'youtube'),
    await world.publication(video, 'youtube', { channel_id: second.youtube }),
  ]
  await workOnce(world)
  expect([await stateOf(world, first), await stateOf(world, other)]).toEqual(['queued', 'scheduled'])
  expect(postsOf(world, 'youtube')).toEqual([])
  world.advance(86_401)
  await workOnce(world)
  expect(accountsWithPosts(world, 'youtube')).toEqual([...accounts.youtube])
})

test('our own limits count per account on TikTok, and per project on YouTube', async () => {
  const { world, second } = await twoOfEach({ limits: { perHour: 1, perDay: 100 } })
  const video = await world.video(2000)
  for (const kind of kinds)
    for (const channel_id of [world.channels[kind], second[kind]])
      for (const intent of ['a', 'b']) await world.publication(video, kind, { channel_id, intent })
  await workOnce(world)
  expect(accountsWithPosts(world, 'tiktok')).toEqual([...accounts.tiktok])
  expect(postsOf(world, 'youtube')).toHaveLength(1)
  await settle(world)
  expect(accountsWithPosts(world, 'tiktok')).toHaveLength(4)
  expect(accountsWithPosts(world, 'youtube')).toHaveLength(4)
})

test.each(kinds)(
  '%s: tokens are refreshed by channel, and a revoked one leaves the other alone',
  async kind => {
    const { world, second } = await twoOfEach()
    const row = async (id: string) => {
      const found = await findChannel(world.db, id)
      if (!found) throw new Error('No channel')
      return found
    }
    const before = await row(second[kind])
    world.advance(2 * 3600)
    const token = await accountOf(world.deps, await row(world.channels[kind])).token()
    expect(token).toMatch(/^at\./)
    expect(await row(second[kind])).toEqual(before)
    await world[kind].platform.grants.revoke(accounts[kind][0])
    world.advance(2 * 3600)
    const video = await world.video(2000)
    const [failed, out] = [
      await world.publication(video, kind),
      await world.publication(video, kind, { channel_id: second[kind] }),
    ]
    await workOnce(world)
    expect([await stateOf(world, failed), await stateOf(world, out)]).toEqual(['failed', 'published'])
    expect([(await row(world.channels[kind])).status, (await row(second[kind])).status]).toEqual([
      'reconnect',
      'connected',
    ])
  },
)

test('the same account connected several times at once is one channel', async () => {
  const world = await publishingWorld()
  await sql`delete from platform_channels where kind = 'youtube'`.execute(world.db)
  const ids = await Promise.all(
    Array.from({ length: 4 }, (_, i) => world.connect('youtube', accounts.youtube[i % 2])),
  )
  expect(new Set(ids).size).toBe(2)
  const rows = (await listChannels(world.db)).filter(({ kind }) => kind === 'youtube')
  expect(rows.map(row => [row.name, row.handle]).sort()).toEqual([
    ['Trailcut Rides', '@trailcutrides'],
    ['Trailcut Tests', '@trailcuttests'],
  ])
  expect(rows.filter(row => row.is_default)).toHaveLength(1)
})

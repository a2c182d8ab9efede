import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Platform } from '#contract/publishing/publications.ts'
import { bySettings } from '#server/audit/index.ts'
import { textIn } from '#server/core/sentences.ts'
import { accounts, accountsWithPosts, makeDefaultNow, twoOfEach } from '#test/harness/publishing/channels.ts'
import { settle } from '#test/harness/publishing/settle.ts'
import { postsOf, publishingWorld } from '#test/harness/publishing/world.ts'
import { scheduleVideo } from '../schedule-video.ts'
import { eventsOf, findPublication } from '../store.ts'
import { findChannel, listChannels } from './store.ts'

test('each post goes to the chosen channel, or to the default without a choice', async () => {
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
  // The same content on the same channel is one post; on another channel it is another.
  await expect(schedule({ youtube: second.youtube })).rejects.toMatchObject({ status: 409 })
  await expect(schedule({ youtube: second.tiktok })).rejects.toMatchObject({ status: 422 })
  // Scheduled publications keep their channel when the default changes; later ones use the new default.
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
    textIn((await eventsOf(world.db, id ?? '')).find(({ kind }) => kind === 'opening')?.sentence ?? '', 'en')
  expect([await opened(first?.id), await opened(other?.id)]).toEqual([
    'Starting the upload to YouTube on Trailcut Rides.',
    'Starting the upload to YouTube on Trailcut Tests.',
  ])
  for (const row of [first, other]) {
    const { post_id: postId, channel_id: channelId } = (await findPublication(world.db, row?.id ?? '')) ?? {}
    const post = postsOf(world, 'youtube').find(({ id }) => id === postId)
    expect(post?.accountId).toBe((await findChannel(world.db, channelId ?? ''))?.external_id)
  }
})

test('the same account connected several times at once becomes one channel', async () => {
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

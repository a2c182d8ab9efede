import { expect, test } from 'vitest'
import { textIn } from '#server/core/sentences.ts'
import {
  accounts,
  accountsWithPosts,
  kinds,
  stateOf,
  twoOfEach,
  workOnce,
} from '#test/harness/publishing/channels.ts'
import { settle } from '#test/harness/publishing/settle.ts'
import { postsOf } from '#test/harness/publishing/world.ts'
import { findPublication, type NewPublication } from '../store.ts'
import { findChannel } from './store.ts'
import { accountOf } from './tokens.ts'

test.each(kinds)('%s: an account that used up its day delays only its own posts', async kind => {
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
  expect(textIn((await findPublication(world.db, held.id))?.note ?? '', 'en')).toMatch(
    /as much as (YouTube|TikTok) allows/,
  )
  world.advance(86_401)
  await workOnce(world)
  expect(accountsWithPosts(world, kind)).toEqual([accounts[kind][0], accounts[kind][0], accounts[kind][1]])
})

test("the Google project's quota delays all YouTube channels", async () => {
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

test('our own limits count per account on TikTok and per project on YouTube', async () => {
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
  "%s: tokens are refreshed per channel, and a revoked one doesn't affect the other",
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

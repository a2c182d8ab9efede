import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type ChannelKind, type Platform, platformFacts } from '#contract/publishing/publications.ts'
import { seal } from '#server/core/seal.ts'
import { textIn } from '#server/core/sentences.ts'
import { settle } from '#test/harness/publishing/settle.ts'
import { film, type PublishingWorld, postsOf, publishingWorld } from '#test/harness/publishing/world.ts'
import { updateChannel } from '../channels/store.ts'
import { eventsOf, findPublication, updatePublication } from '../store.ts'
import { setPause } from './limits.ts'
import { PublishingWorker } from './worker.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const history = async (world: PublishingWorld, id: string) => (await eventsOf(world.db, id)).map(e => e.kind)

const everyPlatform: [Platform, ChannelKind][] = platformFacts.map(({ id, channel }) => [id, channel.kind])
/** Whether an opening without an answer is left to people. */
const asksPeople = (world: PublishingWorld, kind: ChannelKind) => !world.deps.networks[kind].publisher.reopens

describe.each(everyPlatform)('%s', (platform, kind) => {
  test('is published once, complete, and its owner is notified with the link', async () => {
    const world = await publishingWorld()
    const bytes = film(3_000_000)
    const video = await world.video(bytes)
    const { id } = await world.publication(video, platform)
    await settle(world)
    const row = await findPublication(world.db, id)
    expect(row).toMatchObject({ state: 'published', uploaded: bytes.length })
    const posts = postsOf(world, kind)
    expect(posts).toHaveLength(1)
    expect(posts[0]).toMatchObject({ sha256: sha256(bytes), size: bytes.length, id: row?.post_id })
    expect(await history(world, id)).toEqual(['opening', 'opened', 'uploaded', 'finalized', 'published'])
    const status = await world.db
      .selectFrom('videos')
      .select('status')
      .where('id', '=', video.id)
      .executeTakeFirst()
    expect(status?.status).toBe('published')
    const notified = await world.db
      .selectFrom('notifications')
      .selectAll()
      .where('user_id', '=', video.userId)
      .execute()
    expect(notified).toHaveLength(1)
    expect(notified[0]).toMatchObject({ type: 'video_published', link: row?.url })
    const page = await fetch(row?.url ?? '')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Mud day')
  })

  test.each([
    ['lost', 'open'],
    ['error', 'open'],
    ['throttle', 'open'],
    ['lost', 'upload'],
    ['error', 'upload'],
    ['cut', 'upload'],
    ['answer_lost', 'upload'],
    ['lost', 'status'],
    ['error', 'status'],
    ['answer_lost', 'status'],
    ['expire', 'upload'],
    ['error', 'token'],
  ] as const)('%s at %s: still only one post', async (fault, on) => {
    const world = await publishingWorld()
    const bytes = film(1_500_000, 7)
    const video = await world.video(bytes)
    const { id } = await world.publication(video, platform)
    world[kind].platform.faults.order({ on, kind: fault, times: 1, afterBytes: 700_000 })
    if (on === 'token')
      await world[kind].platform.grants.revoke(world[kind].platform.options.accounts[0]?.id ?? '', 'access')
    await settle(world)
    const row = await findPublication(world.db, id)
    if (asksPeople(world, kind) && fault === 'lost' && on === 'open') {
      expect(row).toMatchObject({ state: 'failed', failure_kind: 'unknown_outcome' })
      expect(textIn(row?.failure_sentence ?? '', 'en')).toMatch(/Nothing was posted/)
      expect(postsOf(world, kind)).toHaveLength(0)
      return
    }
    expect(row?.state, JSON.stringify(await eventsOf(world.db, id))).toBe('published')
    const posts = postsOf(world, kind)
    expect(posts.map(p => p.sha256)).toEqual([sha256(bytes)])
    expect(world[kind].platform.faults.injected[fault]).toBe(1)
  })

  test('reports a revoked permission and posts nothing', async () => {
    const world = await publishingWorld()
    const { id } = await world.publication(await world.video(200_000), platform)
    await world[kind].platform.grants.revoke(world[kind].platform.options.accounts[0]?.id ?? '')
    await settle(world)
    expect(await findPublication(world.db, id)).toMatchObject({ state: 'failed', failure_kind: 'reconnect' })
    expect(postsOf(world, kind)).toHaveLength(0)
    const channel = await world.db
      .selectFrom('platform_channels')
      .selectAll()
      .where('kind', '=', kind)
      .executeTakeFirst()
    expect(channel).toMatchObject({ status: 'reconnect' })
    expect(channel?.refresh_token).not.toBe('')
  })

  test('another worker takes over after one died while opening an upload', async () => {
    const world = await publishingWorld()
    const { id } = await world.publication(await world.video(200_000), platform)
    const now = await world.deps.time(world.db)
    // The row's state between requesting an upload and recording its address.
    await updatePublication(world.db, id, { state: 'uploading', opening_at: now, started_at: now })
    await settle(world)
    const row = await findPublication(world.db, id)
    const left = asksPeople(world, kind)
    expect(row?.state).toBe(left ? 'failed' : 'published')
    expect(postsOf(world, kind)).toHaveLength(left ? 0 : 1)
  })

  test('nothing starts while paused', async () => {
    const world = await publishingWorld()
    const { id } = await world.publication(await world.video(1000), platform)
    const at = await world.deps.time(world.db)
    await setPause(world.db, { paused: true, reason: 'Wrong song', by: 'staff', at })
    const worker = new PublishingWorker(world.deps)
    await worker.fill()
    await worker.idle()
    expect(await findPublication(world.db, id)).toMatchObject({
      state: 'queued',
      started_at: null,
      opening_at: null,
    })
    await setPause(world.db, { paused: false, reason: '', by: 'staff', at })
    await settle(world)
    expect(await findPublication(world.db, id)).toMatchObject({ state: 'published' })
  })

  test('a video that was hidden or rejected meanwhile is not published', async () => {
    const world = await publishingWorld()
    const video = await world.video(1000)
    const { id } = await world.publication(video, platform)
    await world.db.updateTable('videos').set({ status: 'rejected' }).where('id', '=', video.id).execute()
    await settle(world)
    const row = await findPublication(world.db, id)
    expect([row?.state, textIn(row?.failure_sentence ?? '', 'en')]).toEqual([
      'failed',
      'The video was rejected.',
    ])
    expect(postsOf(world, kind)).toHaveLength(0)
  })
})

test('a session that expired after everything arrived is found by its marker, not sent again', async () => {
  const world = await publishingWorld()
  const { id } = await world.publication(await world.video(400_000), 'youtube')
  const { faults } = world.youtube.platform
  faults.order({ on: 'upload', kind: 'answer_lost', times: 1 })
  faults.order({ on: 'ask', kind: 'expire', times: 1 })
  await settle(world)
  expect(await findPublication(world.db, id)).toMatchObject({ state: 'published' })
  expect(postsOf(world, 'youtube')).toHaveLength(1)
  expect(await history(world, id)).toContain('found')
})

test('platform errors during a lookup lead to another lookup, never to a second upload', async () => {
  const world = await publishingWorld()
  const { id } = await world.publication(await world.video(1000), 'tiktok')
  const { faults } = world.tiktok.platform
  faults.order({ on: 'open', kind: 'answer_lost', times: 1 })
  faults.order({ on: 'list', kind: 'error', times: 2 })
  faults.order({ on: 'list', kind: 'lost', times: 2 })
  await settle(world)
  expect(await findPublication(world.db, id)).toMatchObject({
    state: 'failed',
    failure_kind: 'unknown_outcome',
  })
  expect((await history(world, id)).filter(kind => kind === 'opening')).toHaveLength(1)
  expect(faults.injected).toEqual({ answer_lost: 1, error: 2, lost: 2 })
})

test('errors while opening use up no slots; a used-up quota delays everything on the platform until it resets', async () => {
  const world = await publishingWorld({ limits: { perHour: 3, perDay: 100 } })
  const video = await world.video(1000)
  const first = await world.publication(video, 'youtube', { intent: 'a' })
  const { faults } = world.youtube.platform
  faults.order({ on: 'open', kind: 'error', times: 6 })
  faults.order({ on: 'open', kind: 'quota', times: 1 })
  const before = await world.deps.time(world.db)
  await settle(world)
  const row = await findPublication(world.db, first.id)
  expect(row).toMatchObject({ state: 'published' })
  expect(faults.injected).toMatchObject({ error: 6, quota: 1 })
  const starts = await world.db.selectFrom('publishing_starts').select('started_at').execute()
  expect(starts).toHaveLength(1)
  const lane = await world.db
    .selectFrom('publishing_lanes')
    .selectAll()
    .where('kind', '=', 'youtube')
    .executeTakeFirst()
  expect(textIn(lane?.closed_because ?? '', 'en')).toMatch(/quota/)
  // Until after midnight in California, a few minutes of trouble before.
  expect(row?.published_at?.getTime()).toBeGreaterThanOrEqual(
    lane?.closed_until?.getTime() ?? Number.POSITIVE_INFINITY,
  )
  expect(lane?.closed_until?.getTime()).toBeGreaterThan(before.getTime())
})

test('TikTok has no default privacy: it must be chosen before anything is sent', async () => {
  const world = await publishingWorld()
  await updateChannel(world.db, world.channels.tiktok, { settings: {} })
  const { id } = await world.publication(await world.video(1000), 'tiktok')
  await settle(world)
  expect(await findPublication(world.db, id)).toMatchObject({ state: 'failed', failure_kind: 'reject' })
  expect(postsOf(world, 'tiktok')).toHaveLength(0)
})

test('an upload opened for a file that was rendered again starts over', async () => {
  const world = await publishingWorld()
  const { id } = await world.publication(await world.video(200_000), 'youtube')
  const now = await world.deps.time(world.db)
  // Stopped halfway: another file with another size.
  await updatePublication(world.db, id, {
    state: 'uploading',
    opening_at: now,
    started_at: now,
    session: seal(world.deps.secrets, 'upload-session', id, `${world.youtube.url}/upload/gone`),
    session_at: now,
    size: 999_999,
    uploaded: 131_072,
  })
  await settle(world)
  expect(await findPublication(world.db, id)).toMatchObject({ state: 'published', size: 200_000 })
  const [post, ...others] = postsOf(world, 'youtube')
  expect(others).toEqual([])
  expect(await readFile(post?.file ?? '')).toEqual(film(200_000))
})

import { expect, test } from 'vitest'
import {
  type ChannelKind,
  channelKinds,
  type Platform,
  type PlatformFacts,
  platformFacts,
} from '#contract/publishing/publications.ts'
import { textIn } from '#server/core/sentences.ts'
import { faultsOf } from '#test/harness/money.ts'
import { inEnglish } from '#test/harness/notifications.ts'
import { settle } from '#test/harness/publishing/settle.ts'
import { addStaff, publishingWorld } from '#test/harness/publishing/world.ts'
import { alertOverdue } from '../attempts/watch.ts'
import { eventsOf } from '../store.ts'
import { figuresByPlatform, series } from './figures.ts'
import { insightsOf } from './insights.ts'
import { purgeSnapshots, sampleNumbers } from './numbers.ts'

async function publishedWorld(posts: number) {
  const world = await publishingWorld()
  const video = await world.video(1000)
  for (let i = 0; i < posts; i++)
    await world.publication(video, i % 2 ? 'tiktok' : 'youtube', { intent: `n:${i}` })
  await settle(world, { rounds: 400 })
  return { world, video }
}

test('views become figures, days and earnings; repeats change nothing; fewer views are reversed once confirmed for a day', async () => {
  const { world, video } = await publishedWorld(3)
  const { db } = world
  const [first, second] = world.youtube.platform.posts.all()
  if (!first || !second) throw new Error('No posts')
  const sample = async (seconds: number) => {
    world.advance(seconds)
    return sampleNumbers(world.deps)
  }
  const earned = async () =>
    (await db
      .selectFrom('earnings_by_video')
      .select(['views', 'micros'])
      .where('video_id', '=', video.id)
      .executeTakeFirst()) ?? null
  first.real = { views: 100, likes: 8, comments: 2, shares: 0 }
  second.real = { views: 50, likes: 0, comments: 0, shares: 0 }
  expect(await sample(61)).toBe(3)
  // Two posts of one video on one platform are one counter: 150 views at 0.05 × 2 × 70%.
  expect(await earned()).toEqual({ views: 150, micros: 10_500_000 })
  expect(await sample(3700)).toBe(3)
  expect(await earned()).toEqual({ views: 150, micros: 10_500_000 })
  first.real.views = 90
  await sample(3700)
  expect(await earned()).toEqual({ views: 150, micros: 10_500_000 })
  await sample(24 * 3600)
  expect(await earned()).toEqual({ views: 140, micros: 9_800_000 })
  expect(await faultsOf(db)).toEqual([])

  const figures = await figuresByPlatform(db)
  expect(insightsOf(figures, 1)).toMatchObject({
    successRate: 75,
    totalPublications: 3,
    topPerformingPlatform: 'youtube',
    avgEngagement: 7.1,
  })
  const days = await series(db, new Date(0))
  expect(days.filter(d => d.platform === 'youtube').reduce((sum, d) => sum + d.views, 0)).toBe(140)

  const kept = async () => (await db.selectFrom('publication_snapshots').selectAll().execute()).length
  expect(await kept()).toBe(11)
  world.advance(31 * 86_400)
  await purgeSnapshots(world.deps)
  expect(await kept()).toBe(0)
  expect((await series(db, new Date(0))).length).toBeGreaterThan(0)
})

test.each(channelKinds)('a count missing at %s reverses nothing, and is requested again soon', async kind => {
  const world = await publishingWorld()
  const { db } = world
  const video = await world.video(1000)
  const [{ id: name }] = platformFacts.filter(facts => facts.channel.kind === kind) as [
    PlatformFacts<Platform>,
  ]
  const { id } = await world.publication(video, name)
  await settle(world)
  const { platform } = world[kind]
  const [post] = platform.posts.all()
  if (!post) throw new Error('No post')
  const sample = async (seconds: number) => {
    world.advance(seconds)
    return sampleNumbers(world.deps)
  }
  const ledger = () => db.selectFrom('ledger_entries').select(['id', 'views']).orderBy('id').execute()
  const figures = () =>
    db
      .selectFrom('publications')
      .select(['views', 'likes', 'comments', 'sampled_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  // Missing from the start: nothing is known, nothing is posted.
  platform.sends = { views: undefined }
  post.real = { views: 150, likes: 8, comments: 2, shares: 1 }
  expect(await sample(61)).toBe(1)
  expect(await figures()).toEqual({ views: 0, likes: 8, comments: 2, sampled_at: null })
  expect(await ledger()).toEqual([])
  platform.sends = {}
  // Not an hour later as after a sample.
  expect(await sample(601)).toBe(1)
  const known = await figures()
  const booked = await ledger()
  expect(known).toMatchObject({ views: 150, likes: 8, comments: 2 })
  expect(booked.length).toBeGreaterThan(0)
  for (const views of [undefined, null, '', -5, 0.5]) {
    platform.sends = { views, likes: undefined }
    post.real.comments += 1
    expect(await sample(3700)).toBe(1)
    expect(await figures()).toEqual({ ...known, comments: post.real.comments })
    expect(await ledger()).toEqual(booked)
  }
  expect(await db.selectFrom('publication_snapshots').select('views').execute()).toEqual([{ views: 150 }])
  expect(await faultsOf(db)).toEqual([])
})

test('many posts are fetched in as few calls as the platform allows, and by one worker', async () => {
  const { world } = await publishedWorld(90)
  world.advance(61)
  const calls = Object.fromEntries(channelKinds.map(kind => [kind, 0])) as Record<ChannelKind, number>
  for (const kind of channelKinds) {
    const { publisher } = world.deps.networks[kind]
    const { stats } = publisher
    publisher.stats = (ids, account) => {
      calls[kind]++
      return stats(ids, account)
    }
  }
  const due = await Promise.all([1, 2, 3].map(() => sampleNumbers(world.deps)))
  expect(due.reduce((a, b) => a + b, 0)).toBe(90)
  // 45 in batches of 50 and 45 in batches of 20; three workers may each take a share.
  expect(calls.youtube).toBeLessThanOrEqual(3)
  expect(calls.tiktok).toBeLessThanOrEqual(5)
})

test("months later by the platform's clock, its audience counts, and a token that expired meanwhile is renewed", async () => {
  const { world, video } = await publishedWorld(1)
  const control = (name: string, body: object) =>
    fetch(`${world.youtube.url}/control/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  expect((await control('audience', { on: true })).status).toBe(200)
  expect((await control('clock', { hours: 3600 })).status).toBe(200)
  world.advance(61)
  await sampleNumbers(world.deps)
  const { views } = await world.db
    .selectFrom('earnings_by_video')
    .select('views')
    .where('video_id', '=', video.id)
    .executeTakeFirstOrThrow()
  // The least popular post has at least this many by then.
  expect(views).toBeGreaterThanOrEqual(660)
})

test('a missing post is reported once, and its figures stay', async () => {
  const { world } = await publishedWorld(1)
  const post = world.youtube.platform.posts.all()[0]
  if (!post) throw new Error('No post')
  post.removed = true
  for (let i = 0; i < 3; i++) {
    world.advance(3700)
    await sampleNumbers(world.deps)
  }
  const row = await world.db.selectFrom('publications').select(['id', 'note']).executeTakeFirstOrThrow()
  expect(textIn(row.note ?? '', 'en')).toMatch(/no longer on the platform/)
  expect((await eventsOf(world.db, row.id)).filter(e => e.kind === 'gone')).toHaveLength(1)
})

test('overdue by more than a minute: history and one message to staff', async () => {
  const world = await publishingWorld()
  const { db } = world
  await addStaff(db, 'staff', 'admin')
  const video = await world.video(1000)
  const { id } = await world.publication(video, 'youtube')
  await world.publication(video, 'tiktok')
  world.advance(59)
  expect(await alertOverdue(world.deps)).toBe(0)
  world.advance(2)
  expect(await alertOverdue(world.deps)).toBe(2)
  expect(await alertOverdue(world.deps)).toBe(0)
  expect((await eventsOf(db, id)).map(e => e.kind)).toEqual(['overdue'])
  const notified = inEnglish(
    await db.selectFrom('notifications').selectAll().where('user_id', '=', 'staff').execute(),
  )
  expect(notified).toEqual([
    expect.objectContaining({ type: 'publishing_alert', title: '2 publications are late' }),
  ])
})

test('a post that is made private, blocked in countries or removed stops earning; rider and staff get one notification', async () => {
  const { world, video } = await publishedWorld(1)
  const { db, youtube } = world
  await addStaff(db, 'admin', 'admin')
  const [post] = youtube.platform.posts.all()
  if (!post) throw new Error('No post')
  const count = async (views: number) => {
    post.real.views = views
    world.advance(25 * 3600)
    await sampleNumbers(world.deps)
    const row = await db
      .selectFrom('earnings_by_video')
      .select('views')
      .where('video_id', '=', video.id)
      .executeTakeFirst()
    return row?.views ?? 0
  }
  const told = async (userId: string) =>
    inEnglish(
      await db
        .selectFrom('notifications')
        .select(['title', 'message'])
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .execute(),
    )
      .filter(n => /earn|no longer/.test(n.title))
      .map(n => `${n.title}. ${n.message}`)
  const sent = post.metadata as { privacyStatus: string }
  expect(await count(1000)).toBe(1000)

  sent.privacyStatus = 'private'
  expect(await count(1500)).toBe(1000)
  // Whether it is shown can't be asked: that doesn't mean that it is.
  youtube.platform.switches.dailyUnits = 0
  expect(await count(1600)).toBe(1000)
  youtube.platform.switches.dailyUnits = 10_000
  sent.privacyStatus = 'public'
  expect(await count(1700)).toBe(1000)
  expect(await count(1800)).toBe(1100)

  post.blockedIn = ['DE', 'FR']
  expect(await count(2000)).toBe(1100)
  post.blockedIn = []
  expect(await count(2100)).toBe(1100)
  expect(await count(2200)).toBe(1200)

  await youtube.platform.posts.save({ ...post, removed: true })
  expect(await count(2300)).toBe(1200)
  const stops = [
    expect.stringMatching(/^'Mud day' stopped earning on YouTube\. It's private there/),
    "'Mud day' earns again on YouTube. Everyone can see it again. Views that came meanwhile are not paid.",
    expect.stringMatching(/^'Mud day' stopped earning on YouTube\. It's blocked in some countries/),
    expect.stringMatching(/^'Mud day' earns again/),
  ]
  expect(await told(video.userId)).toEqual([
    ...stops,
    expect.stringMatching(/no longer on the platform\. It earns/),
  ])
  expect(await told('admin')).toEqual([
    ...stops,
    expect.stringMatching(/^'Mud day' is no longer shown on YouTube/),
  ])
  expect(await faultsOf(db)).toEqual([])
})

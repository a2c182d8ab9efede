import { expect, test } from 'vitest'
import { settle } from '#test/harness/publishing/settle.ts'
import { publishingWorld } from '#test/harness/publishing/world.ts'
import { sampleNumbers } from './numbers.ts'
import { postsCsv, postsOf } from './posts.ts'

test('each post has what it gained and earned in the period, and its gain in the one before', async () => {
  const world = await publishingWorld()
  const { db } = world
  const video = await world.video(1000)
  await world.publication(video, 'youtube', { intent: 'n:0' })
  await world.publication(video, 'youtube', { intent: 'n:1' })
  await settle(world, { rounds: 400 })
  const [first, second] = world.youtube.platform.posts.all()
  if (!first || !second) throw new Error('No posts')
  const sample = async (seconds: number) => {
    world.advance(seconds)
    expect(await sampleNumbers(world.deps)).toBe(2)
  }
  first.real = { views: 100, likes: 8, comments: 2, shares: 0 }
  second.real = { views: 0, likes: 0, comments: 0, shares: 0 }
  await sample(61)
  const now = () => world.deps.time(db)
  const seven = async () => postsOf(db, { now: await now(), days: 7 })
  // 100 views at 0.05 × 2 × 70%.
  expect(await seven()).toMatchObject([
    { platform: 'youtube', views: 100, viewsBefore: 0, likes: 8, engagement: 10, earned: 7 },
    { views: 0, viewsBefore: 0, earned: 0 },
  ])

  first.real = { ...first.real, views: 130 }
  await sample(8 * 86_400)
  expect(await seven()).toMatchObject([
    { views: 30, viewsBefore: 100, likes: 0, earned: 2.1 },
    { views: 0, viewsBefore: 0, earned: 0 },
  ])
  expect(await postsOf(db, { now: await now(), days: 30, limit: 1 })).toMatchObject([
    { views: 130, viewsBefore: 0, earned: 9.1 },
  ])
  const lines = [...postsCsv(await seven())]
  expect(lines).toHaveLength(3)
  expect(lines[0]).toBe(
    'publication,title,platform,url,published,views,views before,likes,engagement percent,earned\r\n',
  )
  expect(lines[1]).toMatch(/,youtube,.*,30,100,0,0,2\.10\r\n$/)
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/harness/database.ts'
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
    { views: 0, viewsBefore: 0, watchThrough: null, earned: 0 },
  ])

  // 6 of the ride's 20 seconds, and a clip of 4 seconds that is played again.
  const clip = randomUUID()
  await sql`insert into clips (id, video_id, kind, format, parts, digest, status, duration_seconds)
    values (${clip}, ${video.id}, 'highlight', 'vertical', '[]', 'd', 'ready', 4)`.execute(db)
  const watched = db.updateTable('publications').set({ watched_seconds: 6 })
  await watched.execute()
  await watched.set({ clip_id: clip }).where('post_id', '=', second.id).execute()
  expect(await seven()).toMatchObject([{ watchThrough: 30 }, { watchThrough: 150 }])
  await db.deleteFrom('clips').execute()
  expect(await seven()).toMatchObject([{ watchThrough: 30 }, { watchThrough: null }])

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
    'publication,title,platform,url,published,views,views before,likes,engagement percent,watched percent,earned\r\n',
  )
  expect(lines[1]).toMatch(/,youtube,.*,30,100,0,0,30,2\.10\r\n$/)
})

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function numbers(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

test.each([
  ['few have most of the views', (random: number) => Math.floor(20 / random)],
  ['all have about the same', (random: number) => Math.floor(3 * random)],
])('the list of the posts that gained most is the beginning of all posts, where %s', async (_, gainOf) => {
  const { db } = await testDatabase()
  const random = numbers(7)
  const dayMs = 86_400_000
  const now = new Date('2026-11-30T12:00:00Z')
  const at = (ago: number) => new Date(now.getTime() - ago * dayMs)
  const posts = Array.from({ length: 3000 }, () => ({
    id: randomUUID(),
    published: at(Math.floor(random() * 250)),
    views: 0,
    gains: new Map<number, number>(),
  }))
  await sql`
    insert into publications (id, user_id, platform, kind, content, content_label, state, metadata, scheduled_for,
      wall_time, time_zone, timing, created_at, next_at, published_at)
    select id, 'u_1', 'tiktok', 'tiktok', 'video', '"Video"', 'published', '{"title": "Mud day"}', at, '', 'UTC',
      'custom', at, at, at
    from unnest(${posts.map(p => p.id)}::uuid[], ${posts.map(p => p.published)}::timestamptz[]) t (id, at)`.execute(
    db,
  )
  // A fifth is counted on each of these days, and some counts are lower than the one before.
  for (const ago of [240, 120, 100, 95, 91, 90, 89, 88, 60, 45, 31, 30, 29, 14, 8, 7, 6, 3, 1, 0]) {
    const counted = posts.filter(({ published }) => published <= at(ago) && random() < 0.2)
    for (const post of counted) {
      const gain = random() < 0.15 ? -Math.floor(post.views * random()) : gainOf(random())
      post.views += gain
      post.gains.set(ago, gain)
    }
    const [ids, gains] = [counted.map(p => p.id), counted.map(p => p.gains.get(ago))]
    await sql`insert into publication_days (publication_id, day, views)
      select id, ${at(ago)}::date, gain from unnest(${ids}::uuid[], ${gains}::bigint[]) t (id, gain)`.execute(
      db,
    )
    await sql`update publications p set views = p.views + gain, sampled_at = ${at(ago)}
      from unnest(${ids}::uuid[], ${gains}::bigint[]) t (id, gain) where p.id = t.id`.execute(db)
  }
  // Not counted since the migration.
  await sql`alter table publications disable trigger user`.execute(db)
  await sql`update publications set gained_lately = null where id < 'b0000000-0000-0000-0000-000000000000'`.execute(
    db,
  )
  for (const days of [1, 7, 30, 90, 200]) {
    const gained = ({ gains }: (typeof posts)[number]) =>
      [...gains].reduce((sum, [ago, gain]) => (ago < days ? sum + gain : sum), 0)
    const expected = posts
      .map(post => ({ ...post, gain: gained(post) }))
      .sort(
        (a, b) => b.gain - a.gain || b.published.getTime() - a.published.getTime() || (a.id < b.id ? -1 : 1),
      )
    const all = await postsOf(db, { now, days })
    expect(all.map(({ publicationId, views }) => [publicationId, views])).toEqual(
      expected.map(({ id, gain }) => [id, gain]),
    )
    expect(await postsOf(db, { now, days, limit: 100 }), `${days} days`).toEqual(all.slice(0, 100))
  }
})

import { expect, test } from 'vitest'
import { notePlan } from '#server/subscriptions/index.ts'
import { faultsOf } from '#test/harness/money.ts'
import { settle } from '#test/harness/publishing/settle.ts'
import { addStaff, publishingWorld } from '#test/harness/publishing/world.ts'
import { decideHeld } from './decide-held.ts'
import { sampleNumbers } from './numbers.ts'

const hour = 3600

/** A post on YouTube whose rider may buy a plan, at 0.05 × 2 for viral potential × 70% a view: $0.07 without one. */
async function postedWorld({ priced = true } = {}) {
  const world = await publishingWorld()
  const { db } = world
  const video = await world.video(1000)
  if (!priced)
    await db
      .updateTable('videos')
      .set({ priced_score: null, priced_at: null, ai_viral_score: null, status: 'draft' })
      .where('id', '=', video.id)
      .execute()
  await db.updateTable('videos').set({ status: 'approved' }).where('id', '=', video.id).execute()
  await world.publication(video, 'youtube')
  await settle(world)
  const [post] = world.youtube.platform.posts.all()
  if (!post) throw new Error('No post')
  /** YouTube's counter some seconds later */
  const say = async (views: number, seconds: number) => {
    post.real = { views, likes: 0, comments: 0, shares: 0 }
    world.advance(seconds)
    await sampleNumbers(world.deps)
  }
  const buyPro = async () => notePlan(db, video.userId, 'pro', await world.deps.time(db))
  const earned = async () => {
    const row = await db
      .selectFrom('earnings_by_user')
      .select(['views', 'earned_micros'])
      .where('user_id', '=', video.userId)
      .executeTakeFirst()
    return row ? { views: row.views, dollars: row.earned_micros / 1_000_000 } : null
  }
  return { world, db, video, say, buyPro, earned }
}

test('views that came before the first count earn by the plan of the time the post went out', async () => {
  const { db, say, buyPro, earned } = await postedWorld()
  await buyPro()
  await say(1000, 61)
  expect(await earned()).toEqual({ views: 1000, dollars: 70 })
  await say(2000, hour)
  expect(await earned()).toEqual({ views: 2000, dollars: 70 + 140 })
  expect(await faultsOf(db)).toEqual([])
})

test('views on hold earn by the plan of the time when they were first seen', async () => {
  const { world, db, say, buyPro, earned } = await postedWorld()
  const by = await addStaff(db, 'admin', 'admin')
  await say(1000, 61)
  await say(501_000, hour)
  await buyPro()
  // Seen while the plan was in force, but since the count before it wasn't.
  await say(502_000, 7 * hour)
  await say(503_000, 7 * hour)
  const held = await db.selectFrom('held_counts').selectAll().executeTakeFirstOrThrow()
  const request = { id: held.id, by, decision: 'accept' as const, reason: 'On the front page.' }
  await decideHeld(world.deps, { ...request, views: 503_000 })
  expect(await earned()).toEqual({ views: 503_000, dollars: 502_000 * 0.07 + 1000 * 0.14 })
  expect(await faultsOf(db)).toEqual([])
})

test('views that waited for a price earn by the plan of the time when they were first seen', async () => {
  const { db, video, say, buyPro, earned } = await postedWorld({ priced: false })
  await say(1000, 61)
  await say(3000, hour)
  await buyPro()
  await say(3500, hour)
  await say(4000, 2 * hour)
  expect(await earned()).toBeNull()
  expect(await faultsOf(db)).toEqual([])
  await db
    .updateTable('videos')
    .set({ priced_score: 0.5, priced_at: new Date() })
    .where('id', '=', video.id)
    .execute()
  await say(4000, 2 * hour)
  expect(await earned()).toEqual({ views: 4000, dollars: 3500 * 0.07 + 500 * 0.14 })
  expect(await faultsOf(db)).toEqual([])
})

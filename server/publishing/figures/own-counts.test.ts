import fc from 'fast-check'
import { expect, test } from 'vitest'
import { watchedMs } from '#sandbox/social/audience.ts'
import { zonedTime } from '#server/core/time-zone.ts'
import { transactionsOf } from '#server/earnings/report.ts'
import { faultsOf, propertyRuns } from '#test/harness/money.ts'
import { settle } from '#test/harness/publishing/settle.ts'
import { publishingWorld } from '#test/harness/publishing/world.ts'
import { findPublication } from '../store.ts'
import { sampleNumbers } from './numbers.ts'

const day = 86_400
const reports = ['https://www.googleapis.com/auth/yt-analytics.readonly']
/** California's day, as in YouTube's reports. */
const dayOf = (at: Date): string => zonedTime(at, 'America/Los_Angeles').toPlainDate().toString()

/** A world with one post on YouTube. @param granted whether the channel lets its reports be read from the start */
async function postedWorld(granted: boolean) {
  const world = await publishingWorld()
  if (granted) await world.connect('youtube', undefined, reports)
  const video = await world.video(1000)
  const { id } = await world.publication(video, 'youtube')
  await settle(world)
  const [post] = world.youtube.platform.posts.all()
  if (!post) throw new Error('No post')
  post.engaged = {}
  const { engaged } = post
  /** Public and engaged views of the next hours. */
  const watch = async (starts: number, seen: number, seconds: number) => {
    post.real.views += starts
    world.advance(seconds)
    const today = dayOf(await world.deps.time(world.db))
    engaged[today] = (engaged[today] ?? 0) + seen
    await sampleNumbers(world.deps)
  }
  const booked = async () => {
    const rows = await world.db
      .selectFrom('view_counters')
      .select(['counter', 'views'])
      .where('post_id', '=', id)
      .orderBy('counter')
      .execute()
    return Object.fromEntries(rows.map(r => [r.counter, r.views]))
  }
  return { world, video, id, post, engaged, watch, booked }
}

test('a channel that lets its reports be read is paid by engaged views, three days late, and the rider reads so', async () => {
  const { world, video, id, post, watch, booked } = await postedWorld(true)
  const watched = async () => (await findPublication(world.db, id))?.watched_seconds
  await watch(1000, 400, 3600)
  await watch(1000, 300, day)
  expect(await booked()).toEqual({})
  expect(await watched()).toBeNull()
  await watch(0, 0, 4 * day)
  expect(await booked()).toEqual({ engaged_views: 700 })
  expect(await watched()).toBe(Math.round(watchedMs(post.id) / 1000))
  // The next count has no report yet.
  await watch(0, 0, 3600)
  expect(await watched()).toBe(Math.round(watchedMs(post.id) / 1000))
  const [transaction] = await transactionsOf(world.db, video.userId, { limit: 1 }, 'en')
  expect(transaction?.description).toMatch(/^700 engaged views of “Mud day” on YouTube/)
  expect(await faultsOf(world.db)).toEqual([])
})

test('a channel that grants its reports later changes over: no view is paid by both counters', async () => {
  const { world, watch, booked, engaged } = await postedWorld(false)
  await watch(1000, 800, 3600)
  expect(await booked()).toEqual({ public_views: 1000 })
  await world.connect('youtube', undefined, reports)
  // Late reports of the days that were paid by public views.
  await watch(500, 300, day)
  await watch(500, 200, day)
  await watch(0, 0, 5 * day)
  const last = Object.keys(engaged).sort()
  expect(last.length).toBeGreaterThanOrEqual(3)
  expect(await booked()).toEqual({ public_views: 1000, engaged_views: 500 })
  expect(await faultsOf(world.db)).toEqual([])
})

test('fewer engaged views are taken back once a second day says so, and none above what is accepted are paid', async () => {
  const { world, watch, booked, engaged, post } = await postedWorld(true)
  await watch(1000, 600, 3600)
  await watch(0, 0, 5 * day)
  expect(await booked()).toEqual({ engaged_views: 600 })
  const [first = ''] = Object.keys(engaged)
  engaged[first] = 500
  await watch(0, 0, day)
  expect(await booked()).toEqual({ engaged_views: 600 })
  await watch(0, 0, day)
  expect(await booked()).toEqual({ engaged_views: 500 })
  engaged[first] = post.real.views + 1
  await watch(0, 0, 2 * day)
  expect(await booked()).toEqual({ engaged_views: 500 })
  expect(await faultsOf(world.db)).toEqual([])
})

/** Each has a world of its own. */
const runs = Math.max(3, Math.floor(propertyRuns / 10))
const hours = fc.record({
  starts: fc.nat(2000),
  share: fc.integer({ min: 0, max: 100 }),
  // Never shorter than the time between two counts of a post.
  pause: fc.constantFrom(day + 3600, day + 9 * 3600, 2 * day),
})

test(
  'whenever the reports are granted, every day is paid by one counter at most',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(hours, { minLength: 2, maxLength: 6 }),
        fc.nat(6),
        async (stretches, grantedAfter) => {
          const { world, watch, booked, engaged } = await postedWorld(false)
          let paidThrough = ''
          let starts = 0
          for (const [i, s] of stretches.entries()) {
            if (i === grantedAfter) await world.connect('youtube', undefined, reports)
            await watch(s.starts, Math.floor((s.starts * s.share) / 100), s.pause)
            if (i >= grantedAfter) continue
            starts += s.starts
            paidThrough = dayOf(await world.deps.time(world.db))
          }
          await world.connect('youtube', undefined, reports)
          for (let i = 0; i < 6; i++) await watch(0, 0, day)
          const after = Object.entries(engaged).filter(([d]) => d > paidThrough)
          const paid = await booked()
          expect(paid.public_views ?? 0).toBe(starts)
          expect(paid.engaged_views ?? 0).toBe(after.reduce((sum, [, views]) => sum + views, 0))
          expect(await faultsOf(world.db)).toEqual([])
        },
      ),
      { numRuns: runs, endOnFailure: true },
    )
  },
  180_000 + runs * 60_000,
)

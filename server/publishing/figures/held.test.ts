import { expect, test } from 'vitest'
import { learnLanguages } from '#server/core/languages.ts'
import { faultsOf } from '#test/harness/money.ts'
import { inEnglish } from '#test/harness/notifications.ts'
import { addStaff, publishingWorld } from '#test/harness/publishing/world.ts'
import { PublishingWorker } from '../attempts/worker.ts'
import { publishingMetrics } from '../metrics.ts'
import { eventsOf } from '../store.ts'
import { decideHeld } from './decide-held.ts'
import { heldSentence } from './held.ts'
import { listHeld } from './list-held.ts'
import { sampleNumbers } from './numbers.ts'

learnLanguages()

const hour = 3600

/** A post with 1,000 views counted and posted to the ledger. */
async function countedWorld() {
  const world = await publishingWorld()
  const { db } = world
  const video = await world.video(1000)
  const { id } = await world.publication(video, 'youtube')
  const worker = new PublishingWorker(world.deps)
  while ((await worker.fill()) > 0) await worker.idle()
  const [post] = world.youtube.platform.posts.all()
  if (!post) throw new Error('No post')
  post.real = { views: 1000, likes: 50, comments: 5, shares: 0 }
  /** the platform's answer from now on, fetched after this many seconds */
  const say = async (views: number, seconds: number, likes = 50) => {
    post.real = { ...post.real, views, likes }
    world.advance(seconds)
    return sampleNumbers(world.deps)
  }
  const views = async () => {
    const { views: shown } = await db
      .selectFrom('publications')
      .select('views')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const booked = await db
      .selectFrom('earnings_by_video')
      .select('views')
      .where('video_id', '=', video.id)
      .executeTakeFirst()
    return { shown, booked: booked?.views ?? 0 }
  }
  const held = () => db.selectFrom('held_counts').selectAll().orderBy('first_seen').execute()
  const kinds = async () => (await eventsOf(db, id)).map(e => e.kind).filter(k => k.startsWith('counts_'))
  expect(await say(1000, 61)).toBe(1)
  expect(await views()).toEqual({ shown: 1000, booked: 1000 })
  return { world, db, id, say, views, held, kinds }
}

test('a jump is held for as long as it lasts: neither shown nor paid', async () => {
  const { db, id, say, views, held, kinds } = await countedWorld()
  for (let i = 0; i < 30; i++) expect(await say(1_000_000, 7 * hour)).toBe(1)
  expect(await views()).toEqual({ shown: 1000, booked: 1000 })
  expect(await held()).toEqual([
    expect.objectContaining({
      publication_id: id,
      reason: 'jump',
      state: 'held',
      accepted_views: 1000,
      accepted_likes: 50,
      reported_views: 1_000_000,
      times_seen: 30,
      decided_at: null,
    }),
  ])
  expect(await kinds()).toEqual(['counts_held'])
  expect(await faultsOf(db)).toEqual([])
})

test('counts that are plausible again are accepted', async () => {
  const { say, views, held, kinds } = await countedWorld()
  await say(1_000_000, hour)
  await say(1400, hour)
  expect(await views()).toEqual({ shown: 1400, booked: 1400 })
  expect(await held()).toEqual([expect.objectContaining({ state: 'passed', decided_by: null })])
  expect(await kinds()).toEqual(['counts_held', 'counts_passed'])
})

test('a drop is accepted once it has been seen for 24 hours, and not an hour earlier', async () => {
  const { db, say, views, held, kinds } = await countedWorld()
  await say(900, hour)
  await say(900, 23 * hour)
  expect(await views()).toEqual({ shown: 1000, booked: 1000 })
  await say(900, 6 * hour)
  expect(await views()).toEqual({ shown: 900, booked: 900 })
  expect(await held()).toEqual([
    expect.objectContaining({ reason: 'drop', state: 'accepted', decided_by: null, times_seen: 3 }),
  ])
  expect(await kinds()).toEqual(['counts_held', 'counts_accepted'])
  expect(await faultsOf(db)).toEqual([])
})

test('a drop seen once reverses nothing; a deeper one is confirmed only as far as both agree', async () => {
  const { say, views, held } = await countedWorld()
  await say(900, hour)
  await say(1001, 25 * hour)
  expect(await views()).toEqual({ shown: 1001, booked: 1001 })
  await say(800, 7 * hour)
  await say(0, 25 * hour)
  expect(await views()).toEqual({ shown: 800, booked: 800 })
  await say(0, 7 * hour)
  expect(await views()).toEqual({ shown: 800, booked: 800 })
  expect((await held()).map(h => [h.reason, h.state])).toEqual([
    ['drop', 'passed'],
    ['drop', 'accepted'],
    ['drop', 'held'],
  ])
})

test('more likes than viewers are held; two workers hold them once', async () => {
  const { world, say, views, held, kinds } = await countedWorld()
  await say(2000, hour, 2001)
  world.advance(7 * hour)
  const due = await Promise.all([1, 2, 3].map(() => sampleNumbers(world.deps)))
  expect(due.reduce((a, b) => a + b, 0)).toBe(1)
  expect(await views()).toEqual({ shown: 1000, booked: 1000 })
  expect(await held()).toEqual([expect.objectContaining({ reason: 'ratio', state: 'held', times_seen: 2 })])
  expect(await kinds()).toEqual(['counts_held'])
})

test('staff are notified once about a post whose counts are held, and see the evidence', async () => {
  const { world, db, id, say } = await countedWorld()
  await addStaff(db, 'admin', 'admin')
  await say(1_000_000, hour)
  await say(1_000_500, 7 * hour)
  const notified = inEnglish(
    await db.selectFrom('notifications').selectAll().where('user_id', '=', 'admin').execute(),
  )
  expect(notified).toEqual([
    expect.objectContaining({
      type: 'publishing_alert',
      title: "Counts of 'Mud day' are on hold",
      message: expect.stringContaining('YouTube reports 1,000,000 views after 1,000'),
      link: '/publishing?tab=analytics',
    }),
  ])
  expect(await listHeld(db, { state: 'held', limit: 10 }, 'en')).toEqual([
    expect.objectContaining({
      publicationId: id,
      title: 'Mud day',
      platform: 'youtube',
      reason: 'jump',
      accepted: { views: 1000, likes: 50, comments: 5, shares: 0 },
      reported: { views: 1_000_500, likes: 50, comments: 5, shares: null },
      timesSeen: 2,
    }),
  ])
  const [{ sentence } = { sentence: '' }] = await listHeld(db, { state: 'held', limit: 10 }, 'es-MX')
  expect(sentence).toBe(
    'YouTube reporta 1,000,500 vistas después de 1,000: son más de las que pudieron llegar en ese tiempo. Lo decide alguien del equipo.',
  )
  const metric = publishingMetrics(world.deps).find(f => f.name === 'trailcut_held_counts')
  expect(await metric?.count()).toEqual({ drop: 0, jump: 1, ratio: 0 })
})

test('the sentence about a ratio names the count that is too high', () => {
  const counts = { views: 300, likes: 900, comments: null, shares: 4 }
  const sentence = heldSentence('ratio', counts, { platform: 'tiktok', views: 200 })
  expect(sentence.in('en')).toBe(
    'TikTok reports 300 views with 900 likes, which is implausible. A staff member decides.',
  )
  expect(sentence.in('es-MX')).toBe(
    'TikTok reporta 300 vistas con 900 me gusta: un público real no se comporta así. Lo decide alguien del equipo.',
  )
})

test('what an admin accepts is shown and paid, and recorded', async () => {
  const { world, db, id, say, views, held, kinds } = await countedWorld()
  const by = await addStaff(db, 'admin', 'admin')
  await say(1_000_000, hour)
  const [{ id: heldId } = { id: '' }] = await held()
  const request = { id: heldId, by, decision: 'accept' as const, reason: 'On the front page.' }
  await expect(decideHeld(world.deps, { ...request, views: 999_999 })).rejects.toThrow(
    'The platform now reports 1,000,000 views',
  )
  const both = await Promise.allSettled(
    [1, 2].map(() => decideHeld(world.deps, { ...request, views: 1_000_000 })),
  )
  expect(both.map(b => b.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await views()).toEqual({ shown: 1_000_000, booked: 1_000_000 })
  expect(await held()).toEqual([expect.objectContaining({ state: 'accepted', decided_by: 'admin' })])
  const audit = await db.selectFrom('audit_log').selectAll().where('object_id', '=', id).execute()
  expect(audit).toEqual([
    expect.objectContaining({
      action: 'publication.counts_accept',
      before: { state: 'held', views: 1000, reason: 'jump' },
      after: { state: 'accepted', views: 1_000_000, reason: 'On the front page.' },
    }),
  ])
  expect(await kinds()).toEqual(['counts_held', 'counts_accepted'])
  // Counting continues from there.
  await say(1_000_700, 2 * hour)
  expect(await views()).toEqual({ shown: 1_000_700, booked: 1_000_700 })
  expect(await faultsOf(db)).toEqual([])
})

test('what an admin dismisses is not raised again, and can be accepted later', async () => {
  const { world, db, say, views, held } = await countedWorld()
  const by = await addStaff(db, 'admin', 'admin')
  await say(1_000_000, hour)
  const [{ id: heldId } = { id: '' }] = await held()
  const request = { id: heldId, by, reason: 'Bought views.' }
  await decideHeld(world.deps, { ...request, decision: 'dismiss', views: 1_000_000 })
  await say(1_000_100, 7 * hour)
  expect(await views()).toEqual({ shown: 1000, booked: 1000 })
  expect(await held()).toEqual([
    expect.objectContaining({ state: 'dismissed', reported_views: 1_000_100, times_seen: 2 }),
  ])
  await decideHeld(world.deps, { ...request, decision: 'accept', views: 1_000_100 })
  expect(await views()).toEqual({ shown: 1_000_100, booked: 1_000_100 })
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { activity } from '#server/admin/activity.ts'
import { zonedTime } from '#server/core/time-zone.ts'
import { recordViews } from '#server/earnings/index.ts'
import { PublishError } from '#server/platforms/index.ts'
import { makeCreator, sampleOf } from '#test/harness/money.ts'
import { settle } from '#test/harness/publishing/settle.ts'
import { publishingWorld } from '#test/harness/publishing/world.ts'
import { findChannel } from '../channels/store.ts'
import { accountOf } from '../channels/tokens.ts'
import { importIncome } from './import-income.ts'
import { enterIncome, incomeTable } from './income-table.ts'

const day = 86_400
const views = 'https://www.googleapis.com/auth/yt-analytics.readonly'
const money = 'https://www.googleapis.com/auth/yt-analytics-monetary.readonly'
/** The sandbox's dollars for 1,000 engaged views. */
const perThousand = 2.1

/** A world with a post on YouTube and one on Shorts, on a channel that granted this. */
async function postedWorld(granted: readonly string[]) {
  const world = await publishingWorld()
  await world.connect('youtube', undefined, granted)
  // At the first noon of a month in California, so that every day of the test is in one month or the next.
  const start = await world.deps.time(world.db)
  const month = zonedTime(start, 'America/Los_Angeles').toPlainDate().with({ day: 1 }).add({ months: 1 })
  world.advance((Date.parse(`${month}T20:00:00Z`) - start.getTime()) / 1000)
  for (const platform of ['youtube', 'youtube_shorts'] as const)
    await world.publication(await world.video(1000), platform)
  await settle(world)
  const rows = await world.db.selectFrom('publications').select(['platform', 'post_id']).execute()
  const postOn = (platform: string) => {
    const post = world.youtube.platform.posts.get(rows.find(r => r.platform === platform)?.post_id ?? '')
    if (!post) throw new Error('No post')
    return post
  }
  const run = () => importIncome(world.deps)
  const table = async () => incomeTable(world.db, await world.deps.time(world.db))
  const admin = await makeCreator(world.db)
  const by = { actorId: admin, actorRole: 'admin', requestId: null }
  return { world, postOn, run, table, by, month: month.toString().slice(0, 7), first: month.toString() }
}

test('a channel that lets its income be read has it by month and platform, some days late and corrected', async () => {
  const { world, postOn, run, table, month, first } = await postedWorld([views, money])
  const [video, short] = [postOn('youtube'), postOn('youtube_shorts')]
  const [second, next] = [`${month}-02`, `${month}-03`]
  Object.assign(video, { engaged: { [first]: 10_000, [second]: 5000 } })
  await run()
  // No day is complete yet.
  expect(await table()).toEqual([])
  world.advance(4 * day)
  await run()
  // Shorts has no row in the report: no figure, which isn't 0.
  expect(await table()).toEqual([
    {
      ...{ month, platform: 'youtube', views: 0, price: 0, promise: 0 },
      income: {
        ...{ amount: 10 * perThousand, source: 'analytics', through: first, channelsMissing: 0, by: null },
        at: expect.any(String),
      },
      difference: 10 * perThousand,
    },
  ])
  const stored = await world.db.selectFrom('platform_income').select(['platform', 'micros']).execute()
  expect(stored.toSorted((a, b) => (a.platform < b.platform ? -1 : 1))).toEqual([
    { platform: 'youtube', micros: 21_000_000 },
    { platform: 'youtube_shorts', micros: null },
  ])
  Object.assign(short, { engaged: { [next]: 1000 } })
  world.advance(40 * day)
  await run()
  const after = (await table()).filter(row => row.month === month)
  expect(after.map(r => [r.platform, r.income?.amount, r.income?.through])).toEqual([
    ['youtube', 31.5, null],
    ['youtube_shorts', perThousand, null],
  ])
  // A correction of the last month is read on the next day; one that comes months later isn't.
  Object.assign(video, { engaged: { [first]: 9000 } })
  await run()
  expect((await table()).find(r => r.month === month)?.income?.amount).toBe(31.5)
  world.advance(day)
  await run()
  expect((await table()).find(r => r.month === month)?.income?.amount).toBe(18.9)
  world.advance(60 * day)
  await run()
  Object.assign(video, { engaged: { [first]: 1000 } })
  world.advance(60 * day)
  await run()
  expect((await table()).find(r => r.month === month)?.income?.amount).toBe(18.9)
})

test('without the permission for income a channel is never asked, and the platform would refuse', async () => {
  const { world, postOn, run, table, first } = await postedWorld([views])
  const post = postOn('youtube')
  Object.assign(post, { engaged: { [first]: 1000 } })
  world.advance(5 * day)
  await run()
  expect(await table()).toEqual([])
  expect(await world.db.selectFrom('platform_income').selectAll().execute()).toEqual([])
  const channel = await findChannel(world.db, world.channels.youtube)
  if (!channel) throw new Error('No channel')
  const refused = world.deps.networks.youtube.publisher.income?.of(
    [post.id],
    { from: first, through: first },
    accountOf(world.deps, channel),
  )
  await expect(refused).rejects.toThrow(PublishError)
})

test('a refused or failed report leaves what is known, and is asked for again', async () => {
  const { world, postOn, run, table, first } = await postedWorld([money])
  Object.assign(postOn('youtube'), { engaged: { [first]: 1000 } })
  world.advance(5 * day)
  world.youtube.platform.faults.order({ on: 'stats', kind: 'error', times: 1 })
  await run()
  expect(await table()).toEqual([])
  await run()
  expect((await table()).map(r => r.income?.amount)).toEqual([perThousand])
})

test('an admin enters what a platform paid: it counts instead of reports, and is taken back', async () => {
  const { world, postOn, run, table, by, month, first } = await postedWorld([money])
  Object.assign(postOn('youtube'), { engaged: { [first]: 1000 } })
  world.advance(5 * day)
  await run()
  const rider = await makeCreator(world.db)
  const now = await world.deps.time(world.db)
  await world.db.transaction().execute(tx =>
    recordViews(
      tx,
      now,
      (['youtube', 'tiktok'] as const).map(platform =>
        sampleOf({ userId: rider, videoId: randomUUID(), platform, views: 1000, sampledAt: now }),
      ),
    ),
  )
  const enter = (platform: 'youtube' | 'tiktok', amount: number | null) =>
    enterIncome(world.deps, by, { month, platform, amount })
  const shown = async () =>
    (await table()).map(r => [r.platform, r.price, r.promise, r.income?.amount ?? null, r.difference])
  expect(await shown()).toEqual([
    ['youtube', 50, 35, perThousand, perThousand - 35],
    ['tiktok', 50, 35, null, null],
  ])
  await enter('tiktok', 0)
  await enter('youtube', 40.5)
  expect(await shown()).toEqual([
    ['youtube', 50, 35, 40.5, 5.5],
    ['tiktok', 50, 35, 0, -35],
  ])
  await enter('youtube', 41)
  expect((await table())[0]?.income).toMatchObject({ source: 'typed', amount: 41, through: null })
  await enter('youtube', null)
  expect((await table())[0]?.income).toMatchObject({ source: 'analytics', amount: perThousand })
  const log = await activity(world.db, {}, { limit: 2 }, 'en')
  expect(log.map(({ text, before, after }) => ({ text, before, after }))).toEqual([
    {
      text: `took back what was entered as paid by YouTube for ${month}`,
      before: { amount: 41 },
      after: { month, platform: 'youtube', amount: null },
    },
    {
      text: `entered what YouTube paid for ${month}`,
      before: { amount: 40.5 },
      after: { month, platform: 'youtube', amount: 41 },
    },
  ])
  const late = enterIncome(world.deps, by, { month: '2099-01', platform: 'tiktok', amount: 1 })
  await expect(late).rejects.toMatchObject({ code: 'bad_request' })
})

test('a channel without a figure is named, and its platform has no difference', async () => {
  const { world, postOn, run, table, first } = await postedWorld([money])
  Object.assign(postOn('youtube'), { engaged: { [first]: 1000 } })
  const [, other] = world.youtube.platform.options.accounts
  if (!other) throw new Error('No other account')
  const channel_id = await world.connect('youtube', other.id)
  await world.publication(await world.video(1000), 'youtube', { channel_id })
  await settle(world)
  world.advance(5 * day)
  await run()
  expect(await table()).toMatchObject([
    { platform: 'youtube', income: { amount: perThousand, channelsMissing: 1 }, difference: null },
  ])
})

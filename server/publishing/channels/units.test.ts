import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { UnitSystem } from '#contract/gauges/units.ts'
import type { Platform, PlatformMetadata, PublicationContent } from '#contract/publishing/publications.ts'
import { sentences as measured } from '#sentences/measured.ts'
import { evidenceOf } from '#server/analysis/events/evidence.ts'
import { heightOf, speedOf } from '#server/analysis/quantities.ts'
import { highlightOf } from '#server/analysis/sample-ride.ts'
import { writeTexts } from '#server/analysis/texts/index.ts'
import { bySettings } from '#server/audit/index.ts'
import { json } from '#server/core/db/json.ts'
import { unsafeFind } from '#server/videos/index.ts'
import { twoOfEach } from '#test/harness/publishing/channels.ts'
import { settle } from '#test/harness/publishing/settle.ts'
import { postsOf } from '#test/harness/publishing/world.ts'
import { analysisResult } from '#test/harness/review.ts'
import { previewSchedule, scheduleVideo } from '../schedule-video.ts'
import { chosenOf } from '../words.ts'
import { changeSettings } from './manage.ts'

const highlights = [
  highlightOf(
    evidenceOf({
      ...{ type: 'speed', source: 'gps', start: 4, end: 8, core: 5, value: 87.6 },
      says: measured.speed({ speed: speedOf(87.6) }),
    }),
  ),
  highlightOf(
    evidenceOf({
      ...{ type: 'descent', source: 'gps', start: 12, end: 16, core: 13, value: 21 },
      says: measured.down({ height: heightOf(100), grade: 21 }),
    }),
  ),
]
const metricTitle = 'Mud day: 88 km/h, 1 steep descent and 1 fast run'
const imperialTitle = 'Mud day: 54 mph, 1 steep descent and 1 fast run'
const whole: PublicationContent = { kind: 'video' }

/** A video whose analysis found a fast run and a descent, and two channels: metric and US units. */
async function stage() {
  const { world, second } = await twoOfEach()
  const { db, deps } = world
  const { id } = await world.video(2000)
  const scenes = analysisResult().scenes
  const facts = { input: { title: 'Mud day' }, highlights, scenes, durationSeconds: 20 }
  const texts = writeTexts(facts)
  const imperial = writeTexts(facts, 'imperial')
  const result = { ...analysisResult(), durationSeconds: 20, highlights, compilations: [], texts }
  await db
    .insertInto('analysis_runs')
    .values({
      ...{ id: randomUUID(), video_id: id, status: 'completed', completed_at: new Date() },
      result: json(result),
      imperial_texts: json(imperial),
    })
    .execute()
  const { youtube, tiktok } = texts
  await db
    .updateTable('videos')
    .set({ ai_texts: json({ youtube, tiktok }) })
    .execute()
  const choose = async (channelId: string, units: UnitSystem) =>
    db
      .transaction()
      .execute(async tx =>
        changeSettings(tx, channelId, { units }, { by: bySettings, now: await deps.time(tx) }),
      )
  for (const channelId of Object.values(second)) await choose(channelId, 'imperial')
  const wish = (
    platform: Platform,
    content: PublicationContent,
    channel: string | undefined,
    typed?: Partial<PlatformMetadata>,
  ) => ({
    ...{ videoId: id, platforms: [platform], immediate: true, useOptimalTiming: false, customSchedule: '' },
    ...{ content, uploadEarly: false, again: false, zone: 'UTC', by: bySettings },
    metadata: typed ? { [platform]: typed } : {},
    channels: channel ? { [platform]: channel } : {},
  })
  /** What the form shows. */
  const form = async (...given: Parameters<typeof wish>) =>
    (await previewSchedule(deps, wish(...given))).items[0]?.metadata as PlatformMetadata
  const publish = async (...given: Parameters<typeof wish>) =>
    (await scheduleVideo(deps, wish(...given))).rows[0]
  const edit = (words: object) =>
    db
      .updateTable('videos')
      .set({ publish_texts: json({ tiktok: null, youtube: { ...youtube, ...words } }) })
      .execute()
  return { world, id, us: second, texts: { metric: texts, imperial }, choose, form, publish, edit }
}

test('the form and the post have the units of the channel', async () => {
  const { world, us, form, publish } = await stage()
  expect((await form('youtube', whole, undefined)).title).toBe(metricTitle)
  expect(await form('youtube', whole, us.youtube)).toMatchObject({
    title: imperialTitle,
    description: expect.stringContaining('328 ft down at a 21% grade'),
  })
  await publish('youtube', whole, undefined)
  await publish('youtube', whole, us.youtube)
  await settle(world)
  const posts = postsOf(world, 'youtube').toSorted((a, b) => a.title.localeCompare(b.title))
  expect(posts.map(({ title }) => title)).toEqual([imperialTitle, metricTitle])
  const [imperial, metric] = posts.map(({ metadata }) => JSON.stringify(metadata))
  expect(imperial).toContain('328 ft down')
  expect(imperial).not.toMatch(/km\/h|\d m\b/)
  expect(metric).toContain('100 m down')
  expect(metric).not.toMatch(/mph|\d ft/)
})

test('so do the texts of a clip, on every platform', async () => {
  const { us, form } = await stage()
  const fast: PublicationContent = { kind: 'highlight', index: 0 }
  for (const [platform, channel] of [
    ['youtube', us.youtube],
    ['youtube_shorts', us.youtube],
    ['tiktok', us.tiktok],
  ] as const) {
    const imperial = JSON.stringify(await form(platform, fast, channel))
    expect(imperial).toContain('54 mph')
    expect(imperial).not.toContain('km/h')
    expect(JSON.stringify(await form(platform, fast, undefined))).toContain('88 km/h')
  }
})

test("a clip's texts leave out what GPS measured where the ride may be in a private place, unless the rider shows it", async () => {
  const { world, id, form } = await stage()
  const fast: PublicationContent = { kind: 'highlight', index: 0 }
  const { result } = await world.db
    .selectFrom('analysis_runs')
    .select('result')
    .where('video_id', '=', id)
    .executeTakeFirstOrThrow()
  if (!result) throw new Error('No result')
  await world.db
    .updateTable('analysis_runs')
    // Without its track, nobody knows where it was.
    .set({
      result: json({
        ...result,
        telemetry: { format: 'gpmf' as const, device: null, streams: [], cameraTags: 0 },
      }),
    })
    .execute()
  for (const platform of ['youtube', 'youtube_shorts', 'tiktok'] as const)
    expect(JSON.stringify(await form(platform, fast, undefined))).not.toMatch(/km\/h|mph/)
  await world.db.updateTable('users').set({ hide_home_zone: false }).execute()
  expect(JSON.stringify(await form('youtube', fast, undefined))).toContain('88 km/h')
})

test('a text that staff edited is sent as it is; the rest has the units of the channel', async () => {
  const { world, us, form, publish, edit } = await stage()
  const title = 'Almost 88 km/h in the mud'
  await edit({ title })
  const expected = { title, description: expect.stringContaining('54 mph') }
  expect(await form('youtube', whole, us.youtube)).toMatchObject(expected)
  await publish('youtube', whole, us.youtube)
  await settle(world)
  const [post] = postsOf(world, 'youtube')
  expect(post?.title).toBe(title)
  expect(JSON.stringify(post?.metadata)).toContain('54 mph')
})

test('texts typed in the form are sent as they are, and what we wrote for another channel is said again', async () => {
  const { us, form } = await stage()
  const { title, tags } = await form('youtube', whole, undefined)
  // Someone changed the description, then the channel.
  const typed = { title, tags, description: 'We rode at 88 km/h.' }
  expect(await form('youtube', whole, us.youtube, typed)).toMatchObject({
    title: imperialTitle,
    description: 'We rode at 88 km/h.',
  })
  const back = { ...typed, title: imperialTitle }
  expect((await form('youtube', whole, undefined, back)).title).toBe(metricTitle)
})

test("the ride's texts sent along with a clip are nobody's choice, in any units", async () => {
  const { world, id, texts } = await stage()
  const video = await unsafeFind(world.db, id)
  if (!video) throw new Error('No video')
  for (const { youtube } of Object.values(texts))
    expect(chosenOf(video, 'youtube_shorts', { title: youtube.title }, texts)).toEqual({})
})

test('a title that the rider took from the analysis is said in the units of the channel, too', async () => {
  const { world, us, form, texts } = await stage()
  await world.db.updateTable('videos').set({ title: texts.metric.title }).execute()
  const descent: PublicationContent = { kind: 'highlight', index: 1 }
  expect((await form('youtube', descent, us.youtube)).title).toContain(imperialTitle)
  expect((await form('youtube', descent, undefined)).title).toContain(metricTitle)
})

test('changing the units of a channel leaves scheduled posts as they were previewed', async () => {
  const { world, us, choose, publish } = await stage()
  const row = await publish('youtube', whole, us.youtube)
  await choose(us.youtube, 'metric')
  await settle(world)
  expect(row?.metadata.title).toBe(imperialTitle)
  expect(postsOf(world, 'youtube')).toMatchObject([{ title: imperialTitle }])
})

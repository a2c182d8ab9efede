import { expect, test } from 'vitest'
import { type Platform, type PublicationContent, platforms } from '#contract/publishing/publications.ts'
import { sentences as measured } from '#sentences/measured.ts'
import type { Evidence } from '#server/analysis/types.ts'
import { bySettings } from '#server/audit/index.ts'
import { json } from '#server/core/db/json.ts'
import { unsafeFind } from '#server/videos/index.ts'
import { makeCreator } from '#test/harness/money.ts'
import { publishingWorld } from '#test/harness/publishing/world.ts'
import { analysisResult, makeVideo } from '#test/harness/review.ts'
import { previewSchedule } from './schedule-video.ts'
import { chosenOf } from './words.ts'

const rideDescription = 'A ride.\n\n0:00 Parked\n0:15 Jump, 1.2 s of airtime\n0:40 Mud'

const jump: Evidence = {
  type: 'jump',
  source: 'imu',
  start: 5,
  end: 6,
  core: 5,
  value: 1.24,
  unit: 's',
  strength: 0.9,
  text: measured.airtime({ seconds: 1.2, speed: null }),
}

/**
 * A video of a ride with chapters, whose first highlight is a jump; what would be published, with which
 * texts.
 */
async function ride() {
  const world = await publishingWorld()
  const { id } = await makeVideo(world.db, await makeCreator(world.db), { title: 'Moab', status: 'approved' })
  const result = analysisResult()
  const highlights = result.highlights.map((h, index) =>
    index === 0
      ? { ...h, description: 'Jump: 1.2 s of airtime, landing at 4.1 g', evidence: [jump] }
      : {
          ...h,
          description: `Climb: ${index}0 %`,
          evidence: [{ ...jump, type: 'climb' as const, value: 20 }],
        },
  )
  await world.db
    .updateTable('analysis_runs')
    .set({ result: json({ ...result, highlights }) })
    .execute()
  const written = {
    youtube: { title: 'Moab: 1.2 s of airtime, 1 jump', description: rideDescription, tags: ['off-road'] },
    tiktok: { title: '1.2 s of airtime, Moab', description: 'Three jumps.', hashtags: ['#offroad'] },
  }
  await world.db
    .updateTable('videos')
    .set({ ai_texts: json(written) })
    .execute()
  const textsFor = async (platform: Platform, content: PublicationContent) => {
    const { items } = await previewSchedule(world.deps, {
      ...{ videoId: id, platforms: [platform], immediate: true, useOptimalTiming: false, customSchedule: '' },
      ...{ content, metadata: {}, uploadEarly: false, again: false, zone: 'UTC', by: bySettings },
    })
    expect(items[0]?.problems).toEqual([])
    return items[0]?.metadata
  }
  const edit = (texts: object) =>
    world.db
      .updateTable('videos')
      .set({ publish_texts: json({ youtube: null, tiktok: null, ...texts }) })
      .execute()
  return { world, id, written, textsFor, edit }
}
const first: PublicationContent = { kind: 'highlight', index: 0 }
const reel: PublicationContent = { kind: 'reel', index: 0 }

test("each platform gets its own texts about the clip, without the ride's chapters", async () => {
  const { textsFor } = await ride()
  const words = await Promise.all(platforms.map(platform => textsFor(platform, first)))
  expect(new Set(words.map(w => w?.title)).size).toBe(platforms.length)
  for (const w of words) {
    expect(JSON.stringify(w)).toContain('1.2 s of airtime')
    expect(JSON.stringify(w)).not.toMatch(/\d:\d\d|Parked|Climb/)
  }
  for (const platform of platforms)
    expect(JSON.stringify(await textsFor(platform, { kind: 'highlight', index: 2 }))).toMatch(/climb/i)
  const short = await textsFor('youtube_shorts', reel)
  expect(short?.title).toContain('1.2 s of airtime')
  expect(short?.description).not.toMatch(/\d:\d\d/)
})

test("the whole video keeps its chapters, which start with the ride's name", async () => {
  const { textsFor, written } = await ride()
  expect(await textsFor('youtube', { kind: 'video' })).toEqual({
    ...written.youtube,
    description: rideDescription.replace('Parked', 'Moab'),
  })
})

test("a clip is named after the rider's own title, also once the generated one was applied", async () => {
  const { world, id, textsFor, written } = await ride()
  const { title } = written.youtube
  const { texts } = analysisResult()
  await world.db
    .updateTable('videos')
    .set({
      title: texts.title,
      ai_title: texts.title,
      metadata_before_ai: json({ title: 'Moab', description: '', tags: [] }),
    })
    .where('id', '=', id)
    .execute()
  expect((await textsFor('youtube_shorts', first))?.title).toBe('1.2 s of airtime | Moab')
  // A title that isn't known to be generated still says nothing twice.
  await world.db.updateTable('videos').set({ title, metadata_before_ai: null }).where('id', '=', id).execute()
  expect((await textsFor('youtube_shorts', first))?.title).toBe(title)
})

test.each(['GX010042', 'ride-142-20s-1080p'])('%s never reaches a platform', async name => {
  const { world, id, textsFor } = await ride()
  await world.db.updateTable('videos').set({ title: name }).where('id', '=', id).execute()
  for (const platform of platforms)
    expect(JSON.stringify(await textsFor(platform, first)).includes(name), platform).toBe(false)
  // Without an analysis there is nothing but the title.
  await world.db.updateTable('videos').set({ ai_texts: null }).where('id', '=', id).execute()
  await world.db.deleteFrom('analysis_runs').execute()
  expect(await textsFor('youtube', { kind: 'video' })).toMatchObject({ title: 'Off-road ride' })
  const video = await unsafeFind(world.db, id)
  if (!video) throw new Error('No video')
  expect(chosenOf(video, 'youtube', { title: name, description: 'Mud.' }, null)).toEqual({
    description: 'Mud.',
  })
})

test('texts edited by staff are published exactly as they are; the rest is written for the platform', async () => {
  const { textsFor, edit, written } = await ride()
  const tiktok = { title: 'We <3 mud', description: 'Three jumps.', hashtags: ['#offroad'] }
  await edit({ youtube: { ...written.youtube, title: 'Our best day' }, tiktok })
  expect(await textsFor('youtube', { kind: 'video' })).toMatchObject({ title: 'Our best day' })
  expect(await textsFor('youtube_shorts', first)).toMatchObject({
    title: 'Our best day',
    description: expect.stringMatching(/^Jump: 1\.2 s of airtime/),
  })
  expect(await textsFor('tiktok', first)).toMatchObject({
    title: 'We <3 mud',
    description: expect.stringContaining('landing at 4.1 g'),
  })
  // Staff kept the list of times when they wrote the rest: it says nothing about a clip.
  await edit({ youtube: { ...written.youtube, description: `New words.\n\n${rideDescription}` } })
  const { description } = (await textsFor('youtube_shorts', first)) ?? {}
  expect(description).toBe('New words.\n\nA ride.')
})

test("the ride's generated texts sent along with a call don't count as anyone's choice", async () => {
  const { world, id, written } = await ride()
  const video = await unsafeFind(world.db, id)
  if (!video) throw new Error('No video')
  const { title, description } = written.youtube
  expect(chosenOf(video, 'youtube_shorts', { title, description }, null)).toEqual({})
  expect(chosenOf(video, 'youtube_shorts', { title: 'Mine', description }, null)).toEqual({ title: 'Mine' })
})

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { Notification } from '#contract/notifications.ts'
import { api } from '#contract/paths.ts'
import { channelKinds } from '#contract/publishing/constants.ts'
import type { PlatformAnalyticsEntry, PublishingInsights } from '#contract/publishing/figures.ts'
import type {
  channelsAnswer,
  Publication,
  PublicationDetail,
  platformStatuses,
} from '#contract/publishing/publications.ts'
import type { QueueStatus } from '#contract/publishing/queue.ts'
import type { CalendarEntry, scheduleAnswer, schedulePreview } from '#contract/publishing/scheduling.ts'
import type { Video } from '#contract/videos.ts'
import { post } from '#test/harness/accounts.ts'
import { ask, messageOf, proved } from '#test/harness/review.ts'
import { startTestServer } from './harness/server.ts'
import { ffprobe, makeClip, scratchFolder } from './media/make.ts'

type Schedule = z.infer<typeof scheduleAnswer>

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('from the upload to views that earn: three platforms, once each, watched in the sandboxes', async () => {
  const server = await startTestServer()
  const { youtube, tiktok } = server.sandbox?.social ?? {}
  if (!youtube || !tiktok) throw new Error('The stand-ins do not run')
  for (const { platform } of [youtube, tiktok]) platform.delays = { processing: 0, moderation: 0 }
  const admin = (await proved(server, 'admin@trailcut.example')).client
  const rider = (await proved(server, 'sam@trailcut.example')).client
  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'))
  const { video, uploadUrl, size } = await rider.requestUpload(file)
  await rider.sendFile(file, uploadUrl, size)
  await rider.untilPlayable(video.id)
  await rider.until(
    () => rider.json<Video>(api.video(video.id)),
    v => v.status === 'draft' && v.aiProcessingStatus === 'completed',
  )

  const { channels } = await admin.json<z.infer<typeof channelsAnswer>>(api.channels)
  expect(channels.map(c => [c.kind, c.status])).toEqual(channelKinds.map(kind => [kind, 'connected']))
  const body = { videoId: video.id, platforms: ['youtube', 'youtube_shorts', 'tiktok'], immediate: true }
  const preview = await admin.post<z.infer<typeof schedulePreview>>(api.schedulePreview(video.id), body)
  expect(preview.items.map(i => i.problems)).toEqual([[], [], []])
  expect(await admin.json<Publication[]>(api.publications)).toEqual([])

  const { publications } = await admin.post<Schedule>(api.schedulePublish(video.id), body)
  expect(publications).toHaveLength(3)
  const twice = await ask(admin, 'POST', api.schedulePublish(video.id), body)
  expect([twice.status, await messageOf(twice)]).toEqual([
    409,
    expect.stringMatching(/already on its way to YouTube/),
  ])
  const all = await admin.until(
    () => admin.json<Publication[]>(api.publications),
    list => list.every(p => p.state === 'published' || p.state === 'failed'),
  )
  expect(all.map(p => [p.platform, p.state, p.failure]).sort()).toEqual([
    ['tiktok', 'published', null],
    ['youtube', 'published', null],
    ['youtube_shorts', 'published', null],
  ])

  // The bytes that arrived are those of the stripped file or the render, never the original's.
  const onYoutube = youtube.platform.posts.all()
  const onTiktok = tiktok.platform.posts.all()
  expect([onYoutube.length, onTiktok.length]).toEqual([2, 1])
  const whole = all.find(p => p.platform === 'youtube')
  const wide = onYoutube.find(p => whole?.url?.endsWith(p.id))
  const shared = await server.deps.db.selectFrom('shared_files').selectAll().executeTakeFirstOrThrow()
  const sharedBytes = Buffer.concat(
    (await (await server.deps.objects.get(shared.object_key ?? ''))?.toArray()) ?? [],
  )
  expect(wide?.sha256).toBe(sha256(sharedBytes))
  expect(wide?.sha256).not.toBe(sha256(await readFile(file)))
  for (const upright of [...onYoutube.filter(p => p !== wide), ...onTiktok]) {
    const probe = await ffprobe(upright.file)
    const picture = probe.streams.find(s => s.codec_type === 'video')
    expect((picture?.width ?? 0) / (picture?.height ?? 1)).toBeCloseTo(9 / 16, 2)
    expect(Number(probe.format.duration)).toBeLessThanOrEqual(180)
    const { rows } = { rows: await server.deps.db.selectFrom('clips').selectAll().execute() }
    const rendered = await Promise.all(
      rows.map(async r => {
        const stream = r.object_key ? await server.deps.objects.get(r.object_key) : null
        return stream ? sha256(Buffer.concat(await stream.toArray())) : ''
      }),
    )
    expect(rendered).toContain(upright.sha256)
  }

  // Everyone concerned is notified.
  expect(await rider.json<Video>(api.video(video.id))).toMatchObject({ status: 'published' })
  const grid = await rider.json<z.infer<typeof platformStatuses>>(api.videoPublications(video.id))
  const sent = grid.filter(g => body.platforms.includes(g.platform))
  expect(sent.map(g => g.label)).toEqual(['Published', 'Published', 'Published'])
  const news = await rider.json<Notification[]>(api.notifications)
  expect(new Set(news.filter(n => n.type === 'video_published').map(n => n.link))).toEqual(
    new Set(all.map(p => p.url)),
  )
  const detail = await admin.json<PublicationDetail>(api.publication(whole?.id ?? ''))
  expect(detail.history.map(h => h.kind)).toEqual(
    expect.arrayContaining(['scheduled', 'opening', 'opened', 'uploaded', 'published']),
  )
  expect(detail.history[0]?.by).toBe('Alex Admin')

  // Plays in the sandboxes count, and earn.
  const page = await fetch(whole?.url ?? '')
  expect(await page.text()).toContain('<video')
  const played = await fetch(`${youtube.url}/media/${wide?.id}`, { headers: { range: 'bytes=0-999' } })
  expect([played.status, (await played.arrayBuffer()).byteLength]).toEqual([206, 1000])
  for (let i = 0; i < 40; i++) await fetch(`${youtube.url}/media/${wide?.id}/view`, { method: 'POST' })
  await server.deps.db
    .updateTable('publications')
    .set({ next_sample_at: new Date(0) })
    .execute()
  const figures = await admin.until(
    () => admin.json<PlatformAnalyticsEntry[]>(api.platformAnalytics('youtube')),
    list => list.some(e => e.views === 40),
    300,
  )
  expect(figures.find(e => e.views === 40)).toMatchObject({ publicationId: whole?.id, platform: 'youtube' })
  const counted = await rider.json<Video>(api.video(video.id))
  expect(counted.views).toBe(40)
  const score = counted.aiViralPotentialScore ?? 0
  const report = await server.deps.db.selectFrom('earnings_by_video').selectAll().executeTakeFirstOrThrow()
  expect(report.views).toBe(40)
  expect(Math.abs(report.micros / 1e6 - 40 * 0.05 * (1 + 2 * score) * 0.7)).toBeLessThan(0.001)

  const queue = await admin.json<QueueStatus>(api.publishingQueue)
  expect(queue).toMatchObject({
    pending: 0,
    processing: 0,
    completed: 3,
    failed: 0,
    rateLimits: { youtube: { currentHour: 2, maxPerHour: 10 }, tiktok: { currentHour: 1, maxPerHour: 5 } },
  })
  expect(await admin.json<PublishingInsights>(api.publishingInsights)).toMatchObject({
    successRate: 100,
    totalPublications: 3,
    topPerformingPlatform: 'youtube',
  })
})

test('a post is scheduled, moved, edited, canceled and paused until its upload starts', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const admin = (await proved(server, 'admin@trailcut.example')).client
  const moderator = (await proved(server, 'moderator@trailcut.example')).client
  const rider = await proved(server, 'sam@trailcut.example')
  const id = '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c22'
  await db
    .insertInto('videos')
    .values({
      id,
      user_id: rider.id,
      title: 'Mud <day>',
      category: 'utv',
      status: 'approved',
      file_name: 'ride.mp4',
      original_key: 'originals/x/ride.mp4',
      original_sha256: '0'.repeat(64),
      duration_seconds: 20,
    })
    .execute()
  const schedule = (body: object, headers: Record<string, string> = {}) =>
    post(
      moderator,
      api.schedulePublish(id),
      { videoId: id, platforms: ['youtube'], useOptimalTiming: false, ...body },
      headers,
    )
  const refusal = async (body: object) => {
    const answer = await schedule(body)
    return [answer.status, await messageOf(answer)]
  }

  expect(await refusal({})).toEqual([400, expect.stringMatching(/Choose when/)])
  expect(await refusal({ customSchedule: 'soonish' })).toEqual([400, expect.stringMatching(/We can't read/)])
  expect(await refusal({ customSchedule: 'yesterday 6pm' })).toEqual([
    400,
    expect.stringMatching(/has passed/),
  ])
  expect(await refusal({ customSchedule: 'tomorrow 6pm', timeZone: 'Mars/Base' })).toEqual([
    400,
    expect.stringMatching(/time zone/),
  ])
  expect((await schedule({ platforms: [] })).status).toBeGreaterThanOrEqual(400)
  const bad = {
    metadata: { youtube: { title: 'a < b', description: '', tags: [] } },
    customSchedule: 'tomorrow 6pm',
  }
  expect(await refusal(bad)).toEqual([422, expect.stringMatching(/< or >/)])

  const answer = await schedule({ customSchedule: 'tomorrow 6pm' }, { 'x-time-zone': 'Asia/Tokyo' })
  expect(answer.status).toBe(200)
  const made = ((await answer.json()) as Schedule).publications[0] as Publication
  expect(made).toMatchObject({
    state: 'scheduled',
    timeZone: 'Asia/Tokyo',
    canCancel: true,
    timing: 'custom',
  })
  expect(made.wallTime).toMatch(/ 18:00$/)
  expect(new Date(made.scheduledFor).getUTCHours()).toBe(9)
  // Generated texts are made to fit YouTube's limits.
  expect(made.metadata.title).toBe('Mud ‹day›')

  const [entry] = await moderator.json<CalendarEntry[]>(api.schedulingCalendar)
  expect(entry).toMatchObject({ id: made.id, platform: 'youtube', contentType: 'video', optimalTime: false })
  const month = `${api.schedulingCalendar}?from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z`
  expect(await moderator.json<CalendarEntry[]>(month)).toHaveLength(1)

  const edit = (body: object, version: number) =>
    moderator.call(api.publication(made.id), {
      method: 'PATCH',
      headers: {
        'content-type': 'application/json',
        // Weak, as a compressing proxy makes it.
        'if-match': `W/"${version}"`,
        'x-time-zone': 'Asia/Tokyo',
      },
      body: JSON.stringify(body),
    })
  const edited = await edit({ customSchedule: 'in 3 days' }, made.version)
  expect(await edited.json()).toMatchObject({ version: made.version + 1 })
  expect((await edit({ customSchedule: 'tomorrow 7pm' }, made.version)).status).toBe(409)

  // It has started: nothing can be undone.
  await db.updateTable('publications').set({ state: 'uploading', opening_at: new Date() }).execute()
  expect((await edit({ customSchedule: 'tomorrow 7pm' }, made.version + 1)).status).toBe(409)
  expect((await ask(moderator, 'POST', api.cancelPublication(made.id))).status).toBe(409)
  await db.updateTable('publications').set({ state: 'scheduled', opening_at: null }).execute()
  expect(await (await ask(moderator, 'POST', api.cancelPublication(made.id))).json()).toMatchObject({
    state: 'cancelled',
  })
  expect((await schedule({ customSchedule: 'tomorrow 6pm' })).status).toBe(200)

  await ask(moderator, 'PUT', api.publishingPause, { paused: true, reason: 'Wrong song' })
  expect(await moderator.json<QueueStatus>(api.publishingQueue)).toMatchObject({
    paused: true,
    pauseReason: 'Wrong song',
    pending: 1,
  })
  expect((await ask(moderator, 'POST', api.retryFailedPublications)).status).toBe(403)
  expect(await admin.json(api.retryFailedPublications, { method: 'POST' })).toEqual({ retried: 0, left: [] })
  expect((await rider.client.call(api.publications)).status).toBe(403)
})

import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Notification } from '#contract/notifications.ts'
import { api, frameAddress } from '#contract/paths.ts'
import type { schedulePreview } from '#contract/publishing/scheduling.ts'
import { publishUndoSeconds, undoSeconds } from '#contract/rejections.ts'
import type { AiProcessedVideo, PresenceAnswer, ReviewState } from '#contract/review.ts'
import type { Video } from '#contract/videos.ts'
import { json } from '#server/core/db/json.ts'
import { markPublished } from '#server/review/index.ts'
import { ask, makeVideo, messageOf, reviewState } from '#test/harness/review.ts'
import { anyProbe } from './harness/probe.ts'
import { stage } from './integration-staff-review-setup.ts'

test('only the person who decided can undo it, for five minutes', async () => {
  const { db, admin, moderator, rider } = await stage()
  const { id } = await makeVideo(db, rider.id)
  await ask(moderator.client, 'POST', api.approveVideo(id))
  expect(await messageOf(await ask(admin.client, 'POST', api.undoDecision(id)))).toContain('Someone else')
  await db
    .updateTable('review_decisions')
    .set({ at: new Date(Date.now() - (undoSeconds + 1) * 1000) })
    .execute()
  expect(await messageOf(await ask(moderator.client, 'POST', api.undoDecision(id)))).toContain('too late')
  expect((await reviewState(moderator.client, id)).lastDecision).toMatchObject({ undoUntil: null })
})

test('highlights, reels, thumbnail and texts: each approved or changed, and undone', async () => {
  const { db, admin, moderator, rider, notified, mails } = await stage()
  const { id, streamId } = await makeVideo(db, rider.id)
  const mod = (address: string, body?: unknown) => ask(moderator.client, 'POST', address, body)
  const state = async (answer: Response) => (await answer.json()) as ReviewState

  expect(await state(await mod(api.approveHighlight(id, 1)))).toMatchObject({
    approvedHighlights: [1],
    scoreModel: 'rides-1',
  })
  expect((await state(await mod(api.approveHighlight(id, 0)))).approvedHighlights).toEqual([0, 1])
  expect((await mod(api.approveHighlight(id, 3))).status).toBe(404)
  expect((await mod(api.approveHighlight(id, -1))).status).toBe(422)
  const other = await ask(admin.client, 'POST', api.approveHighlight(id, 1))
  expect([other.status, await messageOf(other)]).toEqual([
    409,
    'Mo Moderator already approved this highlight.',
  ])
  // One notification for each, one mail for all.
  expect(await notified()).toHaveLength(2)
  expect(await mails()).toEqual([['clip_selected', 'waiting']])
  expect((await state(await mod(api.undoDecision(id)))).approvedHighlights).toEqual([1])
  expect([await notified(), await mails()]).toEqual([
    [['clip_selected', "A clip of 'Mud day' was selected"]],
    [['clip_selected', 'waiting']],
  ])

  expect((await state(await mod(api.approveCompilation(id, 0)))).approvedCompilations).toEqual([0])
  expect((await mod(api.approveCompilation(id, 1))).status).toBe(404)

  expect((await state(await mod(api.chooseThumbnail(id), { timestamp: 12.5 }))).thumbnailTimestamp).toBe(12.5)
  expect((await rider.client.json<Video>(api.video(id))).thumbnailUrl).toBe(frameAddress(streamId, 12.5, 360))
  expect((await mod(api.chooseThumbnail(id), { timestamp: 61 })).status).toBe(422)
  expect((await state(await mod(api.undoDecision(id)))).thumbnailTimestamp).toBeNull()

  const edit = (body: unknown) => ask(moderator.client, 'PATCH', api.reviewMetadata(id), body)
  const youtube = { title: 'Best jumps', description: 'Of the year', tags: ['utv', 'jump'] }
  expect(await state(await edit({ youtube }))).toMatchObject({ youtube, tiktok: { hashtags: ['utv'] } })
  const tooLong = await edit({ youtube: { ...youtube, title: 'x'.repeat(101) } })
  expect([tooLong.status, await tooLong.json()]).toEqual([
    422,
    expect.objectContaining({
      field: 'youtube.title',
      message: expect.stringContaining('1 character too long'),
    }),
  ])
  const [listed] = await moderator.client.json<AiProcessedVideo[]>(api.aiProcessedVideos)
  expect(JSON.parse(listed?.aiYoutubeMetadata ?? '')).toEqual(youtube)
  expect((await state(await mod(api.undoDecision(id)))).youtube?.title).toBe('Jumps')
})

test('publishing: queued for YouTube, live once it is there, announced with the link; hidden and shown again', async () => {
  const { server, db, moderator, rider, notified } = await stage()
  const { id, streamId } = await makeVideo(db, rider.id)
  const nobody = await server.person()
  const published = await ask(moderator.client, 'POST', api.publishVideo(id))
  expect(await published.json()).toMatchObject({ status: 'approved' })
  expect(await moderator.client.json(api.videoPublications(id))).toContainEqual(
    expect.objectContaining({ platform: 'youtube', state: 'scheduled' }),
  )
  const link = 'https://www.youtube.com/watch?v=abc'
  await db.transaction().execute(tx => markPublished(tx, id, { link, where: 'YouTube', now: new Date() }))
  expect(await rider.client.json<Video>(api.video(id))).toMatchObject({
    status: 'published',
    publishedAt: expect.any(String),
  })
  const [news] = await rider.client.json<Notification[]>(api.notifications)
  expect(news).toMatchObject({ type: 'video_published', link })
  expect((await ask(moderator.client, 'POST', api.undoDecision(id))).status).toBe(409)
  const rejected = await ask(moderator.client, 'POST', api.rejectVideo(id), { reason: 'quality' })
  expect(await messageOf(rejected)).toContain('Hide it')

  // The row has no file, so the known stream is what shows it.
  await db
    .updateTable('videos')
    .set({ probe: json(anyProbe) })
    .where('id', '=', id)
    .execute()
  const seen = async () => (await nobody.call(api.embed(streamId))).status
  expect(await seen()).toBe(200)
  expect(
    await (await ask(moderator.client, 'POST', api.hideVideo(id), { words: 'A complaint came in.' })).json(),
  ).toMatchObject({ hidden: true, status: 'published' })
  expect(await seen()).toBe(404)
  expect(await notified()).toContainEqual(['video_rejected', "'Mud day' was hidden"])
  expect(await (await ask(moderator.client, 'POST', api.unhideVideo(id))).json()).toMatchObject({
    hidden: false,
  })
  expect(await seen()).toBe(200)
  const draft = await makeVideo(db, rider.id)
  expect((await ask(moderator.client, 'POST', api.hideVideo(draft.id))).status).toBe(409)
})

test('a release waits ten seconds, and is undone with its posts and its price until one starts', async () => {
  const { db, admin, moderator, rider, notified } = await stage()
  const { id } = await makeVideo(db, rider.id)
  const mod = (address: string) => ask(moderator.client, 'POST', address)
  const { items } = await moderator.client.json<z.infer<typeof schedulePreview>>(api.publishPreview(id))
  expect(items).toEqual([
    expect.objectContaining({
      platform: 'youtube',
      content: 'Whole video',
      reason: 'Right away, once 10 seconds to undo it have passed.',
      problems: [],
    }),
  ])
  const release = async () => (await (await mod(api.publishVideo(id))).json()) as ReviewState
  const { lastDecision } = await release()
  const waits = Date.parse(lastDecision?.undoUntil ?? '') - Date.parse(lastDecision?.at ?? '')
  expect(waits).toBe(publishUndoSeconds * 1000)
  const post = () =>
    db.selectFrom('publications').selectAll().where('video_id', '=', id).orderBy('created_at', 'desc')
  const { next_at, created_at } = await post().executeTakeFirstOrThrow()
  expect((next_at?.getTime() ?? 0) - created_at.getTime()).toBe(publishUndoSeconds * 1000)
  expect(await messageOf(await ask(admin.client, 'POST', api.undoDecision(id)))).toContain('Someone else')

  expect(await (await mod(api.undoDecision(id))).json()).toMatchObject({
    status: 'draft',
    lastDecision: null,
  })
  expect(await post().executeTakeFirst()).toMatchObject({ state: 'cancelled' })
  const video = db.selectFrom('videos').select(['status', 'priced_at']).where('id', '=', id)
  expect(await video.executeTakeFirst()).toEqual({ status: 'draft', priced_at: null })
  expect(await notified()).toEqual([])

  // Canceled by somebody in the queue meanwhile: the release is still undone.
  await release()
  const canceled = await post().executeTakeFirstOrThrow()
  await mod(api.cancelPublication(canceled.id))
  expect((await mod(api.undoDecision(id))).status).toBe(200)

  await release()
  const started = await post().executeTakeFirstOrThrow()
  await db
    .updateTable('publications')
    .set({ state: 'uploading', opening_at: new Date() })
    .where('id', '=', started.id)
    .execute()
  const late = await mod(api.undoDecision(id))
  expect([late.status, await messageOf(late)]).toEqual([
    409,
    "The upload to YouTube has started, so it's too late for that.",
  ])
  expect(await video.executeTakeFirst()).toMatchObject({ status: 'approved' })
})

test('an admin sets any of the four statuses from any other; bulk changes are independent of each other', async () => {
  const { db, admin, moderator, rider } = await stage()
  const statuses = ['pending', 'approved', 'rejected', 'published'] as const
  const { id } = await makeVideo(db, rider.id)
  for (const from of statuses)
    for (const to of statuses) {
      await ask(admin.client, 'PATCH', api.adminVideoStatus(id), { status: from })
      const answer = await ask(admin.client, 'PATCH', api.adminVideoStatus(id), { status: to })
      expect([answer.status, ((await answer.json()) as ReviewState).status], `${from} → ${to}`).toEqual([
        200,
        to,
      ])
    }
  expect((await ask(moderator.client, 'PATCH', api.adminVideoStatus(id), { status: 'pending' })).status).toBe(
    403,
  )
  expect((await ask(admin.client, 'PATCH', api.adminVideoStatus(id), { status: 'failed' })).status).toBe(422)

  const [one, two] = [await makeVideo(db, rider.id), await makeVideo(db, rider.id)]
  const broken = await makeVideo(db, rider.id, { status: 'failed', title: 'Broken' })
  const nobodys = '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c11'
  const bulk = await ask(admin.client, 'POST', api.bulkVideoStatus, {
    ids: [one.id, two.id, two.id, broken.id, nobodys],
    status: 'rejected',
    reason: 'quality',
  })
  expect(await bulk.json()).toEqual({
    changed: [one.id, two.id],
    refused: [
      { id: broken.id, message: expect.stringContaining("'Broken' hasn't been processed") },
      { id: nobodys, message: "We couldn't find this video." },
    ],
  })
  expect((await rider.client.json<Video>(api.video(two.id))).processingError).toContain("isn't good enough")
  expect(
    (await ask(moderator.client, 'POST', api.bulkVideoStatus, { ids: [one.id], status: 'pending' })).status,
  ).toBe(403)
})

describe('when two staff decide at once, one wins and the other gets a conflict', () => {
  const pairs: [string, (id: string) => string, (id: string) => string][] = [
    ['approve and reject', api.approveVideo, api.rejectVideo],
    ['approve and approve', api.approveVideo, api.approveVideo],
    ['reject and reject', api.rejectVideo, api.rejectVideo],
    ['publish and publish', api.publishVideo, api.publishVideo],
    ['publish and reject', api.publishVideo, api.rejectVideo],
    ['approve the same highlight', id => api.approveHighlight(id, 0), id => api.approveHighlight(id, 0)],
  ]
  const bodyOf = (address: string) => (address.endsWith('/reject') ? { reason: 'quality' } : undefined)

  test.each(pairs)('%s', async (_, first, second) => {
    const { db, admin, moderator, rider, notified, log } = await stage()
    let tells = 0
    for (const version of [undefined, 0])
      for (let round = 0; round < 8; round++) {
        const { id } = await makeVideo(db, rider.id)
        const answers = await Promise.all([
          ask(moderator.client, 'POST', first(id), bodyOf(first(id)), version),
          ask(admin.client, 'POST', second(id), bodyOf(second(id)), version),
        ])
        expect(answers.map(a => a.status).sort()).toEqual([200, 409])
        const loser = answers.findIndex(a => a.status === 409)
        const winner = loser === 0 ? 'Alex Admin' : 'Mo Moderator'
        expect(await messageOf(answers[loser] as Response)).toContain(winner)
        // A release is announced once it is live somewhere.
        if ((loser === 0 ? second : first) !== api.publishVideo) tells++
        expect(await log(id)).toHaveLength(1)
        const state = await reviewState(admin.client, id)
        expect([state.version, state.lastDecision?.by]).toEqual([1, winner])
      }
    expect(await notified()).toHaveLength(tells)
  })

  test('refuses any decision based on an outdated state', async () => {
    const { db, admin, moderator, rider } = await stage()
    const { id } = await makeVideo(db, rider.id)
    await ask(moderator.client, 'POST', api.chooseThumbnail(id), { timestamp: 3 }, 0)
    for (const [method, address, body] of [
      ['POST', api.approveVideo(id), undefined],
      ['POST', api.publishVideo(id), undefined],
      ['POST', api.approveHighlight(id, 0), undefined],
      ['PATCH', api.adminVideoStatus(id), { status: 'approved' }],
      ['PATCH', api.reviewMetadata(id), { tiktok: { title: 'x', description: '', hashtags: [] } }],
      ['PATCH', api.trimHighlight(id, 0), { start: 1, end: 4 }],
    ] as const) {
      const answer = await ask(admin.client, method, address, body, 0)
      expect([answer.status, await messageOf(answer)], address).toEqual([
        409,
        expect.stringContaining('Mo Moderator chose a thumbnail'),
      ])
    }
    expect((await ask(admin.client, 'POST', api.approveVideo(id), undefined, 1)).status).toBe(200)
    const odd = await admin.client.call(api.approveVideo(id), {
      method: 'POST',
      headers: { 'if-match': 'x' },
    })
    expect(odd.status).toBe(400)
  })
})

test('two people reviewing the same video see each other, and which one the other has open instead', async () => {
  const { db, admin, moderator, rider } = await stage()
  const { id } = await makeVideo(db, rider.id)
  const other = await makeVideo(db, rider.id)
  const here = async (who: typeof admin, method: 'POST' | 'DELETE', at = id) =>
    (await (await ask(who.client, method, api.reviewPresence(at))).json()) as PresenceAnswer
  expect((await here(moderator, 'POST')).others).toEqual([])
  expect(await here(admin, 'POST')).toEqual({
    version: 0,
    others: [{ name: 'Mo Moderator', since: expect.any(String) }],
    elsewhere: [],
  })
  expect((await reviewState(moderator.client, id)).others.map(o => o.name)).toEqual(['Alex Admin'])
  await here(admin, 'DELETE')
  await here(admin, 'POST', other.id)
  expect(await here(moderator, 'POST')).toMatchObject({
    others: [],
    elsewhere: [{ videoId: other.id, name: 'Alex Admin' }],
  })
  await here(admin, 'DELETE', other.id)
  expect(await here(moderator, 'POST')).toMatchObject({ others: [], elsewhere: [] })
  await here(admin, 'POST')
  // A page that was closed without leaving.
  await db
    .updateTable('review_presence')
    .set({ seen_at: new Date(Date.now() - 31_000) })
    .where('user_id', '=', admin.id)
    .execute()
  expect((await here(moderator, 'POST')).others).toEqual([])
})

import { expect, test } from 'vitest'
import { api, frameAddress } from '#contract/paths.ts'
import type { AiProcessedVideo } from '#contract/review.ts'
import type { Video } from '#contract/videos.ts'
import { analysisResult, ask, makeVideo, messageOf, reviewState } from '#test/harness/review.ts'
import { stage } from './integration-staff-review-setup.ts'

test("the list of analyzed videos has exactly the contract's fields", async () => {
  const { db, moderator, rider } = await stage()
  const made = await makeVideo(db, rider.id)
  const list = await moderator.client.json<AiProcessedVideo[]>(api.aiProcessedVideos)
  expect(list).toEqual([
    {
      id: made.id,
      title: 'Mud day',
      thumbnailUrl: frameAddress(made.streamId, 7, 360),
      status: 'draft',
      user: { firstName: 'Sam', lastName: 'Rivers' },
      aiViralPotentialScore: 0.8,
      aiHighlights: expect.any(String),
      aiYoutubeMetadata: JSON.stringify({ tags: ['utv'], title: 'Jumps', description: 'Three jumps.' }),
      aiTiktokMetadata: expect.any(String),
      aiThumbnailRecommendations: expect.any(String),
      aiCompiledHighlights: expect.any(String),
    },
  ])
  const [video] = list
  const parsed = (text: string | null | undefined) => JSON.parse(text ?? 'null')
  const [found] = analysisResult().highlights
  if (!found) throw new Error('The sample has no highlight')
  const { description, start, end, clipType, score, motionLevel, excitementLevel } = found
  expect(parsed(video?.aiHighlights)[0]).toEqual({
    description,
    start,
    end,
    clipType,
    score,
    motionLevel,
    excitementLevel,
  })
  expect(parsed(video?.aiTiktokMetadata)).toEqual({
    title: 'Jumps',
    description: 'Three jumps.',
    hashtags: ['utv'],
  })
  expect(parsed(video?.aiThumbnailRecommendations)).toEqual([{ timestamp: 7, reason: 'sharp', score: 0.7 }])
  expect(parsed(video?.aiCompiledHighlights)).toEqual([
    { title: 'Two jumps', description: 'Jump 0 · Jump 1', totalDuration: 8, score: 0.85 },
  ])
  expect((await rider.client.call(api.aiProcessedVideos)).status).toBe(403)
})

test('the list pages by cursor without gaps or repeats, filters and searches', async () => {
  const { db, moderator, rider } = await stage()
  // Many with the same time, as after a bulk import: the id breaks the tie.
  const at = new Date('2026-11-01T10:00:00Z')
  for (let i = 0; i < 23; i++)
    await makeVideo(db, rider.id, {
      title: `Ride ${i}`,
      created_at: i < 12 ? at : new Date(at.getTime() + i * 1000),
      status: i % 3 ? 'draft' : 'approved',
    })
  await makeVideo(db, rider.id, { held: true })
  const pages = async (query: string) => {
    const seen: AiProcessedVideo[] = []
    let cursor = ''
    do {
      const answer = await moderator.client.call(`${api.aiProcessedVideos}?limit=5${query}${cursor}`)
      seen.push(...((await answer.json()) as AiProcessedVideo[]))
      const next = answer.headers.get('x-next-cursor')
      cursor = next ? `&cursor=${encodeURIComponent(next)}` : ''
    } while (cursor)
    return seen
  }
  const newest = await pages('')
  expect(newest).toHaveLength(23)
  expect(new Set(newest.map(v => v.id)).size).toBe(23)
  expect(newest[0]?.title).toBe('Ride 22')
  expect((await pages('&order=oldest')).map(v => v.id)).toEqual(newest.map(v => v.id).reverse())
  expect(await pages('&status=approved')).toHaveLength(8)
  expect(await pages('&status=waiting')).toHaveLength(15)
  expect((await pages('&search=RIDE%2021')).map(v => v.title)).toEqual(['Ride 21'])
  expect(await pages('&search=ri')).toHaveLength(23)
  expect(await pages('&search=%25%5F')).toEqual([])
  expect(await pages('&search=am%20RIV')).toHaveLength(23)
  expect((await moderator.client.call(`${api.aiProcessedVideos}?cursor=nonsense`)).status).toBe(422)
})

test('what waits is sorted by score and filtered by category, page by page', async () => {
  const { db, moderator, rider } = await stage()
  const scores = [0.3, 0.9, 0.9, 0.05, null, 1 / 3, 1e-7]
  for (const [i, ai_viral_score] of [...scores, 0.95].entries()) {
    const { id } = await makeVideo(db, rider.id, {
      title: `Ride ${i}`,
      status: i < scores.length ? 'draft' : 'published',
    })
    await db
      .updateTable('videos')
      .set({ ai_viral_score, category: i % 2 ? 'atv' : 'utv' })
      .where('id', '=', id)
      .execute()
  }
  const pages = async (query: string) => {
    const seen: AiProcessedVideo[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await moderator.client.call(
        `${api.aiProcessedVideos}?status=waiting&limit=2&${query}&${cursor && `cursor=${cursor}`}`,
      )
      expect(answer.status).toBe(200)
      seen.push(...((await answer.json()) as AiProcessedVideo[]))
      cursor = answer.headers.get('x-next-cursor')
    }
    return seen
  }
  const strongest = await pages('order=strongest')
  expect(strongest.map(video => video.aiViralPotentialScore)).toEqual([
    0.9,
    0.9,
    1 / 3,
    0.3,
    0.05,
    1e-7,
    null,
  ])
  expect((await pages('order=weakest')).map(video => video.id)).toEqual(
    strongest.map(video => video.id).reverse(),
  )
  const titles = async (query: string) => (await pages(query)).map(video => video.title).sort()
  expect(await titles('category=atv')).toEqual(['Ride 1', 'Ride 3', 'Ride 5'])

  for (const query of ['order=strongest', 'order=weakest&status=draft', 'category=boat'])
    expect((await moderator.client.call(`${api.aiProcessedVideos}?${query}`)).status, query).toBe(422)
  for (const cursor of ['NaN_x', '2026-11-01T10:00:00.000000Z_x', `1e999_${'0'.repeat(36)}`])
    expect(
      (await moderator.client.call(`${api.aiProcessedVideos}?status=waiting&order=weakest&cursor=${cursor}`))
        .status,
      cursor,
    ).toBe(422)
})

test('approving notifies the owner, undoing withdraws the notification, and both are in the audit log', async () => {
  const { db, moderator, rider, notified, mails, log } = await stage()
  const { id } = await makeVideo(db, rider.id)
  const before = await reviewState(moderator.client, id)
  expect(before).toMatchObject({
    version: 0,
    status: 'draft',
    lastDecision: null,
    rejection: null,
    hidden: false,
  })

  const answer = await ask(moderator.client, 'POST', api.approveVideo(id), undefined, 0)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('etag')).toBe('"1"')
  expect(await answer.json()).toMatchObject({
    version: 1,
    status: 'approved',
    lastDecision: { kind: 'approve', by: 'Mo Moderator', mine: true, undoUntil: expect.any(String) },
  })
  expect(await notified()).toEqual([['clip_selected', "Your video 'Mud day' was selected"]])
  expect(await mails()).toEqual([['clip_selected', 'waiting']])
  // Repeating it as the same person changes nothing.
  expect(await (await ask(moderator.client, 'POST', api.approveVideo(id))).json()).toMatchObject({
    version: 1,
  })

  const undone = await ask(moderator.client, 'POST', api.undoDecision(id), undefined, 1)
  expect(await undone.json()).toMatchObject({ version: 2, status: 'draft', lastDecision: null })
  expect(await notified()).toEqual([])
  expect(await mails()).toEqual([['clip_selected', 'cancelled']])
  expect((await ask(moderator.client, 'POST', api.undoDecision(id))).status).toBe(409)
  expect((await log(id)).map(e => [e.action, e.before, e.after])).toEqual([
    ['video.undo', { decision: 'approve', status: 'approved' }, { status: 'draft' }],
    ['video.approve', { status: 'draft' }, { status: 'approved', pricedScore: 0.8 }],
  ])
})

test('a rejection gives its reason in plain words, and the owner can submit the video again', async () => {
  const { db, admin, moderator, rider, notified } = await stage()
  const { id } = await makeVideo(db, rider.id)
  const reject = (body: object) => ask(moderator.client, 'POST', api.rejectVideo(id), body)
  expect((await reject({ reason: 'because' })).status).toBe(422)
  expect(await messageOf(await reject({ reason: 'other' }))).toContain('own words')
  expect((await ask(rider.client, 'POST', api.resubmitVideo(id))).status).toBe(409)

  expect((await reject({ reason: 'privacy', words: 'The blue truck at 0:12.' })).status).toBe(200)
  const mine = await rider.client.json<Video>(api.video(id))
  expect(mine.status).toBe('rejected')
  expect(mine.processingError).toMatch(/license plates.*The blue truck at 0:12\.$/)
  expect(await notified()).toEqual([['video_rejected', "'Mud day' wasn't selected"]])

  const stranger = await rider.client.call(api.resubmitVideo('3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c11'), {
    method: 'POST',
  })
  expect(stranger.status).toBe(404)
  expect((await ask(admin.client, 'POST', api.resubmitVideo(id))).status).toBe(404)
  const again = await ask(rider.client, 'POST', api.resubmitVideo(id))
  expect(await again.json()).toMatchObject({ status: 'pending', processingError: null })
  const state = await reviewState(moderator.client, id)
  expect(state).toMatchObject({ status: 'pending', rejection: { reason: 'privacy' } })
  // An earlier decision can't be undone after the owner resubmitted.
  expect((await ask(moderator.client, 'POST', api.undoDecision(id))).status).toBe(409)
  expect((await ask(moderator.client, 'POST', api.approveVideo(id), undefined, state.version)).status).toBe(
    200,
  )
})

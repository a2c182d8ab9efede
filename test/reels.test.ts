import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Clip } from '#contract/clips.ts'
import type { Notification } from '#contract/notifications.ts'
import { api } from '#contract/paths.ts'
import { mostReels } from '#contract/reels/limits.ts'
import type { Reel, ReelPlan } from '#contract/reels/schemas.ts'
import { lockAccount, unsafeFindForUpdate } from '#server/videos/index.ts'
import { lockWaiters } from '#test/harness/locks.ts'
import { silentPlan } from '#test/harness/reels.ts'
import { ask, makeVideo, proved } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'
import type { ApiClient } from '../scripts/lib/api-client.ts'
import { riderWithVideo, statusOf } from './security/people/share-setup.ts'

const plan: ReelPlan = {
  ...silentPlan,
  pieces: [
    { start: 3, end: 4, crop: 0.2 },
    { start: 0.5, end: 1.5, crop: null },
  ],
}

const create = (client: ApiClient, id: string, made: unknown = plan) =>
  ask(client, 'POST', api.createReel(id), made)
const list = (client: ApiClient, id: string) => client.json<Reel[]>(api.reels(id))
const act = async (client: ApiClient, address: string, body: unknown = {}) => {
  const answer = await ask(client, 'POST', address, body)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as Reel
}
const rendered = (client: ApiClient, id: string, reelId: string): Promise<Reel> =>
  client.until(
    async () => (await list(client, id)).find(reel => reel.id === reelId) as Reel,
    reel => reel.clip?.status === 'ready' || reel.clip?.status === 'failed',
  )

test('a rider makes a reel, renders and downloads it; after a change it keeps its file until it is rendered again', async () => {
  const server = await startTestServer()
  const { rider, id } = await riderWithVideo(server)
  const made = (await (await create(rider, id)).json()) as Reel
  expect(made).toMatchObject({ version: 1, clip: null, verdict: 'none', madeBy: 'rider', plan })
  expect(await act(rider, api.renderReel(id, made.id))).toMatchObject({
    clip: { format: 'vertical', duration: 2 },
  })
  const first = await rendered(rider, id, made.id)
  const clip = first.clip as Clip
  expect(clip).toMatchObject({ status: 'ready', progress: 100 })
  const file = await rider.call(clip.url)
  expect(file.headers.get('content-type')).toBe('video/mp4')
  expect((await file.arrayBuffer()).byteLength).toBe(clip.size)

  const longer = { ...plan, music: 'ridge', onBeat: true, title: 'Ridge' }
  const body = { plan: longer, version: 1 }
  const changed = (await (await ask(rider, 'PUT', api.replaceReel(id, made.id), body)).json()) as Reel
  expect(changed).toMatchObject({ version: 2, changed: true, clip: { id: clip.id } })
  // Another window still has the first version.
  const other = { plan: { ...plan, title: 'Other' }, version: 1 }
  expect((await ask(rider, 'PUT', api.replaceReel(id, made.id), other)).status).toBe(409)
  await act(rider, api.renderReel(id, made.id))
  const second = await rendered(rider, id, made.id)
  expect(second).toMatchObject({ changed: false, clip: { status: 'ready', duration: 4 } })
  expect(second.clip?.id).not.toBe(clip.id)
  expect(await statusOf(rider, clip.url)).toBe(404)

  expect((await rider.call(api.deleteReel(id, made.id), { method: 'DELETE' })).status).toBe(200)
  expect(await list(rider, id)).toEqual([])
  expect(await statusOf(rider, second.clip?.url ?? '')).toBe(404)
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int from clips where video_id = ${id}`.execute(server.deps.db)
  expect(rows[0]?.count).toBe(0)
})

test('rendering stops on request, and its job leaves nothing behind', async () => {
  const server = await startTestServer()
  const { rider, id } = await riderWithVideo(server)
  const made = (await (await create(rider, id)).json()) as Reel
  const asked = await act(rider, api.renderReel(id, made.id))
  const stopped = await act(rider, api.cancelReel(id, made.id))
  expect(stopped).toMatchObject({ clip: null, verdict: 'none' })
  expect((await ask(rider, 'POST', api.cancelReel(id, made.id), {})).status).toBe(409)
  await server.untilIdle()
  expect(await statusOf(rider, asked.clip?.url ?? '')).toBe(404)
  // The same one can be requested again.
  await act(rider, api.renderReel(id, made.id))
  expect((await rendered(rider, id, made.id)).clip?.status).toBe('ready')
})

test.each([
  ['a rider asks for a clip', 'rider', api.clips, { kind: 'highlight', index: 0, format: 'vertical' }],
  ['staff say that too little happens', 'staff', api.rejectVideo, { reason: 'nothing_happens' }],
] as const)(
  '%s while a file of the video is counted, and nobody waits in a circle',
  async (_, who, at, body) => {
    const server = await startTestServer({ ROLE: 'web' })
    const { db } = server.deps
    const rider = await proved(server, 'sam@trailcut.example')
    const staff = await proved(server, 'moderator@trailcut.example')
    const { id } = await makeVideo(db, rider.id)
    const [locked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const counted = db.transaction().execute(async tx => {
      await lockAccount(tx, rider.id)
      locked.resolve()
      await go.promise
      await unsafeFindForUpdate(tx, id)
    })
    await locked.promise
    const asked = ask({ rider, staff }[who].client, 'POST', at(id), body)
    await expect.poll(() => lockWaiters(db)).toBe(1)
    go.resolve()
    await counted
    expect((await asked).status).toBe(200)
  },
)

test('gauges need telemetry', async () => {
  const server = await startTestServer()
  const { rider, id } = await riderWithVideo(server)
  const gauges = { theme: 'dash', units: 'metric' }
  const made = (await (await create(rider, id, { ...plan, gauges })).json()) as Reel
  expect(made.plan.gauges).toEqual(gauges)
  const refused = await ask(rider, 'POST', api.renderReel(id, made.id), {})
  expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
    409,
    'This video has no telemetry that gauges could show.',
  ])
  // Saving it again as it was shown is no change.
  const same = await ask(rider, 'PUT', api.replaceReel(id, made.id), { plan: made.plan, version: 1 })
  expect(await same.json()).toMatchObject({ version: 1 })
  await ask(rider, 'PUT', api.replaceReel(id, made.id), { plan, version: 1 })
  expect((await list(rider, id))[0]?.plan).toEqual(plan)
  await act(rider, api.renderReel(id, made.id))
  expect((await rendered(rider, id, made.id)).clip).toMatchObject({ status: 'ready', gauges: 'none' })
})

test('plans outside the limits are refused, and a video has a limited number of reels', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { client: rider, id: riderId } = await proved(server, 'sam@trailcut.example')
  const { id } = await makeVideo(server.deps.db, riderId)
  const piece = { start: 1, end: 3, crop: null }
  const wrong: [why: string, change: unknown][] = [
    ['no piece', { pieces: [] }],
    ['31 pieces', { pieces: Array.from({ length: 31 }, () => ({ ...piece, end: 1.6 })) }],
    ['more than 60 seconds', { target: 60, pieces: [0, 1, 2, 3].map(() => ({ ...piece, end: 17 })) }],
    ['a piece too short', { pieces: [{ ...piece, end: 1.2 }] }],
    ['a piece beyond the end', { pieces: [{ ...piece, start: 59, end: 61 }] }],
    ['a crop outside the picture', { pieces: [{ ...piece, crop: 1.5 }] }],
    ['an unknown length', { target: 20 }],
    ['an unknown shape', { shape: 'round' }],
    ['an unknown music', { music: '../../etc/passwd' }],
    ['a title too long', { title: 'x'.repeat(61) }],
    ['unknown gauges', { gauges: { theme: 'round', units: 'metric' } }],
    ['a field that is none', { file: 'x' }],
    ['a number that is none', { pieces: [{ ...piece, start: '1' }] }],
  ]
  for (const [why, change] of wrong)
    expect((await create(rider, id, { ...plan, ...(change as object) })).status, why).toBe(422)
  const short = { ...plan, pieces: [{ ...piece, end: 40 }] }
  const long = (await (await create(rider, id, short)).json()) as Reel
  const refused = await ask(rider, 'POST', api.renderReel(id, long.id), {})
  expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
    422,
    'The pieces take 39.0 seconds; this reel can take up to 15. Trim or remove some.',
  ])
  for (let i = 1; i < mostReels; i++) expect((await create(rider, id)).status).toBe(200)
  expect((await create(rider, id)).status).toBe(409)
})

test('only its owner and staff see and change a reel; staff may make one for any video', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { client: rider, id: riderId } = await proved(server, 'sam@trailcut.example')
  const { client: stranger, id: strangerId } = await proved(server, 'other@trailcut.example')
  const { client: moderator } = await proved(server, 'moderator@trailcut.example')
  const { id } = await makeVideo(server.deps.db, riderId)
  const { id: theirs } = await makeVideo(server.deps.db, strangerId)
  const made = (await (await create(moderator, id)).json()) as Reel
  expect(made.madeBy).toBe('staff')
  expect((await list(rider, id)).map(reel => reel.id)).toEqual([made.id])
  for (const videoId of [id, theirs]) {
    const calls = [
      ask(stranger, 'PUT', api.replaceReel(videoId, made.id), { plan, version: 1 }),
      stranger.call(api.deleteReel(videoId, made.id), { method: 'DELETE' }),
      ...[api.renderReel, api.cancelReel, api.sendReel].map(of =>
        ask(stranger, 'POST', of(videoId, made.id), {}),
      ),
    ]
    for (const answer of await Promise.all(calls))
      expect([answer.url, answer.status]).toEqual([answer.url, 404])
  }
  expect(await statusOf(stranger, api.reels(id))).toBe(404)
  const verdict = { decision: 'approve', clipId: randomUUID() }
  expect((await ask(rider, 'POST', api.decideReel(id, made.id), verdict)).status).toBe(403)
  expect(await statusOf(rider, api.waitingReels)).toBe(403)
  const noted = await sql<{ action: string }>`select action from audit_log where object_id = ${id}`.execute(
    server.deps.db,
  )
  expect(noted.rows.map(row => row.action)).toContain('reel.create')
})

test('staff decide about exactly the rendering they saw, and a changed reel needs another verdict', async () => {
  const server = await startTestServer()
  const { rider, id } = await riderWithVideo(server)
  const { client: moderator } = await proved(server, 'moderator@trailcut.example')
  const made = (await (await create(rider, id)).json()) as Reel
  expect((await ask(rider, 'POST', api.sendReel(id, made.id), {})).status).toBe(409)
  await act(rider, api.renderReel(id, made.id))
  const { clip } = await rendered(rider, id, made.id)
  expect(await act(rider, api.sendReel(id, made.id))).toMatchObject({ verdict: 'waiting' })
  const waiting = await moderator.json<{ reelId: string; videoId: string }[]>(api.waitingReels)
  expect(waiting).toMatchObject([{ reelId: made.id, videoId: id }])

  const told = async () =>
    (await moderator.json<Notification[]>(api.notifications)).filter(one => one.type === 'reel_sent')
  expect((await told()).map(one => one.link)).toEqual([`/v/${id}#reels`])

  // Staff know already that reels of this rider wait.
  const second = (await (await create(rider, id)).json()) as Reel
  await act(rider, api.renderReel(id, second.id))
  await rendered(rider, id, second.id)
  await act(rider, api.sendReel(id, second.id))
  expect(await told()).toHaveLength(1)
  await ask(rider, 'DELETE', api.deleteReel(id, second.id), {})

  const decide = (body: object) => ask(moderator, 'POST', api.decideReel(id, made.id), body)
  expect((await decide({ decision: 'approve', clipId: randomUUID() })).status).toBe(409)
  expect((await decide({ decision: 'reject', clipId: clip?.id })).status).toBe(422)
  expect(await (await decide({ decision: 'approve', clipId: clip?.id })).json()).toMatchObject({
    verdict: 'approved',
  })
  expect((await decide({ decision: 'approve', clipId: clip?.id })).status).toBe(409)
  expect(await moderator.json(api.waitingReels)).toEqual([])
  const notified = await rider.json<Notification[]>(api.notifications)
  expect(notified.filter(one => one.title.includes('Your reel')).map(one => one.link)).toEqual([
    `/v/${id}#reels`,
  ])

  const changed = { ...plan, pieces: plan.pieces.toReversed() }
  await ask(rider, 'PUT', api.replaceReel(id, made.id), { plan: changed, version: 1 })
  // What was approved stays approved until the bytes change.
  expect((await list(rider, id))[0]).toMatchObject({ verdict: 'approved', changed: true })
  await act(rider, api.renderReel(id, made.id))
  expect(await rendered(rider, id, made.id)).toMatchObject({ verdict: 'none', changed: false })
  const next = await act(rider, api.sendReel(id, made.id))
  expect(next.verdict).toBe('waiting')
  expect(await told()).toHaveLength(2)
  const rejection = { decision: 'reject', clipId: next.clip?.id, words: 'Too dark.' }
  expect(await (await decide(rejection)).json()).toMatchObject({ verdict: 'rejected', words: 'Too dark.' })
})

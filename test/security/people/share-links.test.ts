import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api, coverAddress, frameAddress } from '#contract/paths.ts'
import { unapprovedSharesPerDay, viewersPerNetwork } from '#contract/sharing/reasons.ts'
import type { Shared, ShareLink } from '#contract/sharing/schemas.ts'
import type { VideoStatus } from '#contract/video-statuses.ts'
import { json } from '#server/core/db/json.ts'
import { escapeHtml } from '#server/core/http/html-page.ts'
import { sweepViewers } from '#server/sharing/viewers.ts'
import { ask, makeVideo, proved } from '#test/harness/review.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import type { ApiClient } from '../../../scripts/lib/api-client.ts'
import { playable, riderWithVideo, statusOf, switchOn, tokenOf } from './share-setup.ts'

/** Every kind of address through which a link plays its video. */
async function addressesOf(server: TestServer, client: ApiClient, token: string): Promise<string[]> {
  const named = (text: string, from: string) =>
    new URL(text.split('\n').find(line => line && !line.startsWith('#')) as string, from).href
  const master = server.url + api.manifest(token)
  const playlist = named(await (await client.call(master)).text(), master)
  const segment = named(await (await client.call(playlist)).text(), playlist)
  return [master, playlist, segment, server.url + frameAddress(token, 1, 180), server.url + api.shared(token)]
}

test('a link plays exactly its video for anyone until it is switched off; a new one has another address', async () => {
  const server = await startTestServer()
  const { rider, riderId, id, streamId } = await riderWithVideo(server)
  const other = await makeVideo(server.deps.db, riderId)
  const stranger = await server.person()
  expect(await statusOf(stranger, api.manifest(streamId))).toBe(404)

  const link = await switchOn(rider, id)
  const token = tokenOf(link)
  expect(token).toMatch(/^[0-9a-f]{32}$/)
  expect(await switchOn(rider, id)).toEqual(link)
  const addresses = await addressesOf(server, stranger, token)
  for (const address of addresses) {
    const answer = await stranger.call(address)
    await answer.arrayBuffer()
    expect([address, answer.status]).toEqual([address, 200])
    expect(answer.headers.get('cache-control'), address).toMatch(
      /no-store|private, max-age=0, must-revalidate/,
    )
  }
  // The stream's own address stays closed, and the link opens no other stream.
  expect(await statusOf(stranger, api.manifest(streamId))).toBe(404)
  expect(await statusOf(stranger, api.manifest(other.streamId))).toBe(404)
  expect(await statusOf(stranger, api.video(id))).toBe(401)
  const guessed = (token.startsWith('0') ? '1' : '0') + token.slice(1)
  for (const wrong of [guessed, token.slice(1), `${token}0`, 'x', '%00'])
    for (const address of [api.shared(wrong), api.manifest(wrong), api.sharePage(wrong)])
      expect([404, 422, 400], address).toContain(await statusOf(stranger, address))

  expect(await statusOf(rider, api.shareOff(id, link.id), { method: 'DELETE' })).toBe(200)
  for (const address of [...addresses, api.sharePage(token), api.shareEmbed(token)])
    expect([address, await statusOf(stranger, address)]).toEqual([address, 404])
  const next = await switchOn(rider, id)
  expect(tokenOf(next)).not.toBe(token)
  expect(await statusOf(stranger, api.shared(token))).toBe(404)
  expect(await statusOf(stranger, api.shared(tokenOf(next)))).toBe(200)
})

test("only the video's rider with a verified address can share it", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const { client: rider, id: riderId } = await proved(server, 'sam@trailcut.example')
  const { client: other } = await proved(server, 'other@trailcut.example')
  const { client: admin } = await proved(server, 'admin@trailcut.example')
  const { id } = await makeVideo(db, riderId)
  await sql`update videos set probe = ${playable}::jsonb where id = ${id}`.execute(db)
  for (const client of [other, admin])
    for (const answer of [
      await ask(client, 'POST', api.shareOn(id), {}),
      await client.call(api.shareLinks(id)),
    ])
      expect(answer.status).toBe(404)
  const link = await switchOn(rider, id)
  expect((await ask(other, 'DELETE', api.shareOff(id, link.id))).status).toBe(404)

  const stranger = await server.person()
  const token = tokenOf(link)
  const shown = async () => statusOf(stranger, api.shared(token))
  expect(await shown()).toBe(200)
  const video = (set: { status?: VideoStatus; hidden_at?: Date | null; held?: boolean }) =>
    db.updateTable('videos').set(set).where('id', '=', id).execute()
  const user = (set: {
    suspended_at?: Date | null
    suspended_reason?: string | null
    email_verified?: boolean
    email_verified_at?: Date | null
  }) => db.updateTable('users').set(set).where('id', '=', riderId).execute()
  const unverify = () => user({ email_verified: false, email_verified_at: null })
  // Verifying the address accepts earlier uploads.
  const verify = async () => {
    await user({ email_verified: true, email_verified_at: new Date() })
    await video({ held: false })
  }
  for (const [stop, undo] of [
    [() => video({ hidden_at: new Date() }), () => video({ hidden_at: null })],
    [() => video({ held: true }), () => video({ held: false })],
    [() => video({ status: 'failed' }), () => video({ status: 'draft' })],
    [
      () => user({ suspended_at: new Date(), suspended_reason: 'spam' }),
      () => user({ suspended_at: null, suspended_reason: null }),
    ],
    [() => unverify(), () => verify()],
  ] as const) {
    await stop()
    expect(await shown(), String(stop)).toBe(404)
    await undo()
    expect(await shown(), String(undo)).toBe(200)
  }
  await ask(rider, 'DELETE', api.shareOff(id, link.id))
  await unverify()
  expect((await ask(rider, 'POST', api.shareOn(id), {})).status).toBe(403)
  await verify()
  await video({ hidden_at: new Date() })
  expect((await ask(rider, 'POST', api.shareOn(id), {})).status).toBe(409)
  await video({ hidden_at: null })
  const last = tokenOf(await switchOn(rider, id))
  expect((await ask(rider, 'DELETE', api.deleteVideo(id))).status).toBe(200)
  expect(await statusOf(stranger, api.shared(last))).toBe(404)
})

test('views are counted once a day without addresses, stop at the ceiling before approval, and earn nothing', async () => {
  const server = await startTestServer()
  const { db } = server.deps
  const { rider, id } = await riderWithVideo(server)
  const link = await switchOn(rider, id)
  const token = tokenOf(link)
  const entries = () => db.selectFrom('ledger_entries').select('id').execute()
  const before = await entries()
  const stranger = await server.person()
  const play = (agent: string) =>
    statusOf(stranger, api.manifest(token), { headers: { 'user-agent': agent } })
  expect([await play('Phone'), await play('Phone'), await play('Desk')]).toEqual([200, 200, 200])
  expect(await statusOf(rider, api.manifest(token))).toBe(200)
  const views = async () =>
    (await rider.json<{ links: ShareLink[] }>(api.shareLinks(id))).links.map(one => one.views)
  expect(await views()).toEqual([2])
  const { rows } = await sql`select viewer from share_viewers`.execute(db)
  expect(JSON.stringify(rows)).not.toMatch(/127\.|::|Phone|Desk/)

  await sql`insert into share_viewers (link_id, day, network, viewer)
    select ${link.id}, (now() at time zone 'utc')::date, 'network ' || n, 'viewer ' || n
    from generate_series(3, ${unapprovedSharesPerDay}) n`.execute(db)
  expect(await play('One more')).toBe(429)
  // A viewer counted today can keep watching.
  expect(await play('Phone')).toBe(200)
  const page = (agent: string) =>
    stranger.json<Shared>(api.shared(token), { headers: { 'user-agent': agent } })
  expect([(await page('One more')).full, (await page('Phone')).full]).toEqual([true, false])
  // Its picture is there at once, for those who may watch it.
  const first = async (agent: string) => {
    const answer = await stranger.call(api.sharePage(token), { headers: { 'user-agent': agent } })
    return (await answer.text()).includes(`<img src="${escapeHtml(coverAddress(token, 720))}"`)
  }
  expect([await first('One more'), await first('Phone')]).toEqual([false, true])
  await db.updateTable('videos').set({ status: 'approved' }).where('id', '=', id).execute()
  expect(await play('One more')).toBe(200)
  expect((await page('Yet one more')).full).toBe(false)

  expect(await entries()).toEqual(before)
  expect(await db.selectFrom('videos').select('views').where('id', '=', id).execute()).toEqual([{ views: 0 }])
  const tomorrow = { now: () => new Date(Date.now() + 24 * 3_600_000) }
  await sweepViewers({ db, clock: { ...server.deps.clock, ...tomorrow } })
  for (const table of ['share_viewers', 'share_days'])
    expect((await sql`select * from ${sql.table(table)}`.execute(db)).rows).toEqual([])
  expect(await views()).toEqual([3])
})

test('one network neither closes a link for others nor counts as a crowd, however many browsers it claims', async () => {
  const server = await startTestServer({ TRUST_PROXY: '127.0.0.1' })
  const { rider, id } = await riderWithVideo(server)
  const token = tokenOf(await switchOn(rider, id))
  const client = await server.person()
  const from = (address: string, agent: string) => ({
    headers: { 'x-forwarded-for': address, 'user-agent': agent },
  })
  const play = (address: string, agent = 'Phone') =>
    statusOf(client, api.manifest(token), from(address, agent))
  const full = async (address: string, agent: string) =>
    (await client.json<Shared>(api.shared(token), from(address, agent))).full
  const views = async () =>
    (await rider.json<{ links: ShareLink[] }>(api.shareLinks(id))).links.map(one => one.views)

  const greedy: number[] = []
  for (let n = 0; n < unapprovedSharesPerDay; n++)
    greedy.push(await play(`2001:db8:1:1${(n % 10).toString(16)}::${n}`, `Agent ${n}`))
  expect(greedy.filter(status => status === 200)).toHaveLength(viewersPerNetwork)
  expect(await views()).toEqual([viewersPerNetwork])
  // Anyone who was in stays in; the others of that network wait, and no one else does.
  expect([await play('2001:db8:1:10::99', 'Agent 0'), await play('2001:db8:1:1f::99', 'Agent 99')]).toEqual([
    200, 429,
  ])
  expect(await full('2001:db8:1:1f::99', 'Agent 99')).toBe(true)
  expect([await play('198.51.100.7'), await full('198.51.100.8', 'Phone')]).toEqual([200, false])
  expect(await views()).toEqual([viewersPerNetwork + 1])

  // Once approved, everyone watches, and a crowd behind one address still counts as a few.
  await server.deps.db.updateTable('videos').set({ status: 'approved' }).where('id', '=', id).execute()
  for (let n = 0; n < 3 * viewersPerNetwork; n++) expect(await play('203.0.113.9', `Friend ${n}`)).toBe(200)
  expect(await views()).toEqual([2 * viewersPerNetwork + 1])

  // Reports are counted by network, too.
  const report = async (address: string, agent: string) =>
    statusOf(client, api.reportShared(token), {
      method: 'POST',
      body: JSON.stringify({ reason: 'other' }),
      headers: { ...from(address, agent).headers, 'content-type': 'application/json' },
    })
  const reports: number[] = []
  for (let n = 0; n < 7; n++) reports.push(await report('203.0.113.9', `Reporter ${n}`))
  expect(reports).toEqual([200, 200, 200, 200, 200, 429, 429])
  expect(await report('198.51.100.7', 'Reporter 0')).toBe(200)
})

test("a clip's link plays that clip and nothing else of its video", async () => {
  const server = await startTestServer()
  const { db, objects } = server.deps
  const { rider, riderId, id } = await riderWithVideo(server)
  const other = await makeVideo(db, riderId)
  const addClip = async (videoId: string, key: string | null) => {
    const clipId = randomUUID()
    if (key) await objects.put(key, Buffer.from('the bytes of a clip'), 'video/mp4')
    await db
      .insertInto('clips')
      .values({
        id: clipId,
        video_id: videoId,
        kind: 'highlight',
        format: 'vertical',
        parts: json([]),
        digest: clipId,
        status: key ? 'ready' : 'pending',
        object_key: key,
        duration_seconds: 3,
      })
      .execute()
    return clipId
  }
  const clipId = await addClip(id, 'streams/clip.mp4')
  const waiting = await addClip(id, null)
  const elsewhere = await addClip(other.id, 'streams/other.mp4')
  const on = (clip: string) => ask(rider, 'POST', api.shareOn(id), { clipId: clip })
  expect([(await on(waiting)).status, (await on(elsewhere)).status]).toEqual([409, 404])
  const link = (await (await on(clipId)).json()) as ShareLink
  const token = tokenOf(link)
  const whole = tokenOf(await switchOn(rider, id))
  expect(whole).not.toBe(token)

  const stranger = await server.person()
  const file = await stranger.call(api.sharedClip(token), { headers: { range: 'bytes=4-8' } })
  expect([file.status, await file.text()]).toEqual([206, 'bytes'])
  expect(await stranger.json<Shared>(api.shared(token))).toMatchObject({ kind: 'clip', duration: 3 })
  const html = await (await stranger.call(api.sharePage(token))).text()
  expect(html).toContain(`content="${server.url}${api.sharedClip(token)}"`)
  // A frame of the video isn't part of the clip.
  expect(html).not.toContain('og:image')
  for (const address of [api.manifest(token), frameAddress(token, 1, 180), api.embed(token)])
    expect([address, await statusOf(stranger, address)]).toEqual([address, 404])
  expect(await statusOf(stranger, api.sharedClip(whole))).toBe(404)

  // Switching one link off leaves the other on.
  expect((await ask(rider, 'DELETE', api.shareOff(id, link.id))).status).toBe(200)
  expect(await statusOf(stranger, api.sharedClip(token))).toBe(404)
  expect(await statusOf(stranger, api.shared(whole))).toBe(200)
})

import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { api, frameAddress } from '#contract/paths.ts'
import type { VideoStatus } from '#contract/videos.ts'
import { LiveNotifications } from '#server/notifications/index.ts'
import { pageOf } from '#server/sharing/store.ts'
import { testDatabase } from '#test/harness/database.ts'
import { makeCreator } from '#test/harness/money.ts'
import { proved } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'
import { makeClip, scratchFolder } from '#test/media/make.ts'

/** The longest time any cache may show a video after it was hidden, seconds. */
const minutes = 5 * 60

test('a hidden video is gone for strangers right away, and from every cache within minutes', async () => {
  const server = await startTestServer()
  const { client: rider } = await proved(server, 'sam@trailcut.example')
  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'), { seconds: 5 })
  const { video, uploadUrl, size } = await rider.requestUpload(file)
  await rider.sendFile(file, uploadUrl, size)
  const { cfStreamId } = await rider.untilPlayable(video.id)
  await rider.untilLadder(video.id)
  const change = (set: { status?: VideoStatus; hidden_at?: Date | null }) =>
    server.deps.db.updateTable('videos').set(set).where('id', '=', video.id).execute()
  await change({ status: 'published' })

  const stranger = await server.person()
  const master = server.url + api.manifest(cfStreamId as string)
  const first = (text: string, wanted: (line: string) => boolean) => {
    const line = text.split('\n').find(wanted)
    if (!line) throw new Error(`Nothing in ${text}`)
    return line
  }
  const named = (line: string) => line !== '' && !line.startsWith('#')
  const playlist = new URL(first(await (await stranger.call(master)).text(), named), master).href
  const segment = new URL(first(await (await stranger.call(playlist)).text(), named), playlist).href
  const init = new URL('init.mp4', playlist).href
  const frame = server.url + frameAddress(cfStreamId as string, 1, 180)
  const addresses = [master, playlist, init, segment, frame]
  const tags = new Map<string, string>()
  for (const address of addresses) {
    const answer = await stranger.call(address)
    await answer.arrayBuffer()
    expect(answer.status, address).toBe(200)
    const rule = answer.headers.get('cache-control') ?? ''
    const age = Number(/max-age=(\d+)/.exec(rule)?.[1] ?? 0)
    expect(age, address).toBeLessThanOrEqual(minutes)
    expect(rule === 'no-store' || /must-revalidate/.test(rule), `${address}: ${rule}`).toBe(true)
    expect(rule, address).not.toMatch(/immutable|stale-while|s-maxage/)
    const tag = answer.headers.get('etag')
    if (tag) tags.set(address, tag)
  }
  // What is still allowed is revalidated without sending it again.
  expect([...tags.keys()]).toEqual(expect.arrayContaining([init, segment]))
  for (const [address, tag] of tags) {
    for (const named of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await stranger.call(address, { headers: { 'if-none-match': named } })
      expect([again.status, (await again.arrayBuffer()).byteLength], `${address} ${named}`).toEqual([304, 0])
    }
    // A part of other bytes than the client has would be no use to it.
    for (const [before, status] of [
      [tag, 206],
      ['"other"', 200],
      [new Date().toUTCString(), 200],
    ] as const) {
      const part = await stranger.call(address, { headers: { range: 'bytes=0-9', 'if-range': before } })
      await part.arrayBuffer()
      expect(part.status, `${address} ${before}`).toBe(status)
    }
  }

  await change({ hidden_at: new Date() })
  // The database tells the server, which then no longer goes by what it knew a moment ago.
  await expect.poll(async () => (await stranger.call(segment)).status).toBe(404)
  for (const address of addresses) {
    expect((await stranger.call(address)).status, address).toBe(404)
    const headers = { 'if-none-match': tags.get(address) ?? '*' }
    expect((await stranger.call(address, { headers })).status, address).toBe(404)
  }
  // Its owner still sees it, and no shared cache may store that.
  const own = await rider.call(segment)
  expect([own.status, own.headers.get('cache-control')]).toEqual([200, expect.stringMatching(/^private/)])
})

test('every server hears of each change that takes a video away from viewers', async () => {
  const { db, url } = await testDatabase()
  const live = new LiveNotifications(url, pino({ level: 'silent' }))
  await live.start()
  onTestFinished(() => live.close())
  const heard: (string | null)[] = []
  live.onWatchersChange(id => heard.push(id))

  const rider = await makeCreator(db)
  const video = randomUUID()
  await sql`insert into videos (id, user_id, title, category, status, file_name)
    values (${video}, ${rider}, 'Mud day', 'utv', 'published', 'ride.mp4')`.execute(db)
  await pageOf(db, video, new Date())
  const changes = [
    [sql`update videos set title = 'Dust day', views = 7, updated_at = now()`, null],
    [sql`update videos set hidden_at = now()`, video],
    [sql`update videos set held = true`, video],
    [sql`update videos set status = 'rejected'`, video],
    [sql`update videos set stream_status = 'error'`, video],
    [sql`update share_links set taken_down_at = now()`, video],
    [sql`update users set suspended_at = now(), suspended_reason = 'spam'`, rider],
    [sql`delete from videos`, video],
  ] as const
  const told: string[] = []
  for (const [change, id] of changes) {
    await change.execute(db)
    if (id) told.push(id)
    await expect.poll(() => heard).toEqual(told)
  }
  // While nothing was heard, anything may have changed.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'trailcut-live'`.execute(db)
  await expect.poll(() => heard.at(-1)).toBeNull()
})

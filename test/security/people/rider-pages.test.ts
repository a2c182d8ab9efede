import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import type { OwnRiderPage, PublicRider } from '#contract/sharing/rider-page.ts'
import { drawnPage } from '#test/harness/drawn-page.ts'
import { ask, makeVideo, proved } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'
import { choose, playable, publish, riderWithPage, statusOf } from './share-setup.ts'

test('a page is off until its rider names it and turns it on, and gone at once when they turn it off', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { client: rider, id: riderId } = await proved(server, 'sam@trailcut.example')
  const stranger = await server.person()
  const own = () => rider.json<OwnRiderPage>(api.ownRiderPage)
  const addresses = ['mud-sam', 'Mud-Sam'].flatMap(name => [
    api.riderPage(name),
    api.riderFeed(name),
    api.publicRider(name),
  ])
  const statuses = async () => [
    ...new Set(await Promise.all(addresses.map(address => statusOf(stranger, address)))),
  ]

  expect(await own()).toEqual({ name: null, shown: false, url: null })
  expect(await statuses()).toEqual([404])
  expect((await choose(rider, ' Mud-Sam ', false)).status).toBe(200)
  expect(await own()).toEqual({ name: 'mud-sam', shown: false, url: `${server.url}/r/mud-sam` })
  expect(await statuses()).toEqual([404])
  await choose(rider, 'mud-sam', true)
  expect(await statuses()).toEqual([200])
  const user = (set: { suspended_at: Date | null; suspended_reason: string | null }) =>
    server.deps.db.updateTable('users').set(set).where('id', '=', riderId).execute()
  await user({ suspended_at: new Date(), suspended_reason: 'spam' })
  expect(await statuses()).toEqual([404])
  await user({ suspended_at: null, suspended_reason: null })
  expect(await statuses()).toEqual([200])
  await choose(rider, 'mud-sam', false)
  expect(await statuses()).toEqual([404])
  // As if there had never been one.
  const pageOf = async (name: string) =>
    (await drawnPage(stranger, api.riderPage(name))).html
      .replaceAll(name, '')
      .replace(/"requestId":"[^"]*"|\\"requestId\\":\\"[^"]*\\"/, '')
  expect(await pageOf('mud-sam')).toBe(await pageOf('mud-sum'))

  await choose(rider, 'mud-sam', true)
  await choose(rider, 'dust-sam', true)
  expect(await statuses()).toEqual([404])
  expect(await statusOf(stranger, api.riderPage('dust-sam'))).toBe(200)
  expect((await ask(rider, 'POST', api.deleteAccount, { confirmEmail: 'sam@trailcut.example' })).status).toBe(
    200,
  )
  expect(await statusOf(stranger, api.riderPage('dust-sam'))).toBe(404)
  expect(await server.deps.db.selectFrom('rider_pages').selectAll().execute()).toEqual([])
})

test('a name is unique, short, plain, and none of ours', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { rider } = await riderWithPage(server)
  const { client: other } = await proved(server, 'other@trailcut.example')
  const refused = await choose(other, 'MUD-SAM', true)
  expect([refused.status, await refused.json()]).toEqual([409, expect.objectContaining({ field: 'name' })])
  for (const name of ['ab', 'a'.repeat(31), '-sam', 'sam-', 'sa--m', 'sam_r', 'sám', 'sam r', '../x', ''])
    expect([name, (await choose(other, name, true)).status]).toEqual([name, 422])
  for (const name of ['trailcut', 'trail-cut-team', 'tra1lcut', 'support', 'admin'])
    expect([name, (await choose(other, name, true)).status]).toEqual([name, 422])
  expect(
    (await ask(other, 'PUT', api.changeRiderPage, { name: 'sam-2', shown: true, userId: 'x' })).status,
  ).toBe(422)
  // Given up, it is free.
  await choose(rider, 'sam-the-first', true)
  expect((await choose(other, 'mud-sam', true)).status).toBe(200)
})

test('a page lists published rides alone, with totals and records of what others may see', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const { rider, riderId } = await riderWithPage(server)
  await db
    .updateTable('users')
    .set({ first_name: 'Sam', last_name: '<R.>', location: 'Home town', biography: 'About me' })
    .where('id', '=', riderId)
    .execute()
  const first = await publish(server, riderId, 'Canyon & creek')
  const second = await publish(server, riderId, 'Ridge')
  const { id: draft } = await makeVideo(db, riderId, { title: 'Secret draft' })
  await sql`update videos set probe = ${playable}::jsonb where id = ${draft}`.execute(db)
  expect((await ask(rider, 'POST', api.shareOn(draft), {})).status).toBe(200)
  const { id: othersId } = await proved(server, 'other@trailcut.example')
  await publish(server, othersId, 'Of another rider')

  const stranger = await server.person()
  const look = () => stranger.json<PublicRider>(api.publicRider('mud-sam'))
  const shown = await look()
  expect(shown).toMatchObject({ name: 'mud-sam', rider: 'Sam <R.>', totals: { highlights: 6 } })
  expect(shown.rides.map(({ title }) => title)).toEqual(['Ridge', 'Canyon & creek'])
  expect(shown.rides[0]?.moment).toBe('Jump 0')
  expect(shown.totals.moving).toBeLessThan(224)
  expect(shown.records).toContainEqual(expect.objectContaining({ kind: 'topSpeed', value: 30 }))
  await rider.post(api.profileUpdate, { hideHomeZone: false })
  expect((await look()).totals).toEqual({ highlights: 6, distance: 7200, moving: 240 })

  const page = await stranger.call(api.riderPage('mud-sam'))
  const html = await page.text()
  expect([page.headers.get('set-cookie'), page.headers.get('x-robots-tag')]).toEqual([null, null])
  for (const part of ['og:title', 'application/rss+xml', 'Sam &lt;R.&gt;', `${server.url}/r/mud-sam`])
    expect(html).toContain(part)
  const feed = await stranger.call(api.riderFeed('mud-sam'))
  const rss = await feed.text()
  expect(feed.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  expect(rss.match(/<item>/g)).toHaveLength(2)
  expect(rss).toContain(`<title>Canyon &amp; creek</title><link>${server.url}/v/${first}</link>`)
  const everything = JSON.stringify([await look(), html, rss])
  expect(everything).not.toMatch(/@trailcut|45\.1|Home town|About me|Secret draft|Of another/)
  // A video's own pages lead there.
  expect(await stranger.json(api.publicVideo(first))).toMatchObject({ riderName: 'mud-sam' })

  const change = (set: { hidden_at?: Date | null; held?: boolean }) =>
    db.updateTable('videos').set(set).where('id', '=', second).execute()
  const titles = async () => (await look()).rides.map(({ title }) => title)
  for (const [stop, undo] of [
    [() => change({ hidden_at: new Date() }), () => change({ hidden_at: null })],
    [() => change({ held: true }), () => change({ held: false })],
  ] as const) {
    await stop()
    expect(await titles()).toEqual(['Canyon & creek'])
    await undo()
    expect(await titles()).toHaveLength(2)
  }
  const { client: moderator } = await proved(server, 'moderator@trailcut.example')
  expect((await ask(stranger, 'POST', api.reportVideo(second), { reason: 'privacy' })).status).toBe(200)
  const [link] = await moderator.json<{ linkId: string }[]>(api.shareReports)
  await ask(moderator, 'POST', api.decideShareReport(link?.linkId as string), { decision: 'take_down' })
  expect(await titles()).toEqual(['Canyon & creek'])
})

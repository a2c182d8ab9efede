import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import type { RideDataAnswer } from '#contract/ride-data.ts'
import type { PublicVideo } from '#contract/sharing/public-video.ts'
import type { ReportedLink } from '#contract/sharing/schemas.ts'
import type { VideoStatus } from '#contract/video-statuses.ts'
import { endsOf } from '#server/analysis/private-places/circles.ts'
import { sealRide } from '#server/analysis/private-places/shown.ts'
import { sentenceOf } from '#server/analysis/sample-ride.ts'
import { json } from '#server/core/db/json.ts'
import { drawnPage } from '#test/harness/drawn-page.ts'
import { analysisResult, ask, keepRide, makeVideo, proved } from '#test/harness/review.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import { playable, riderWithVideo, statusOf } from './share-setup.ts'

/** A published video without files, whose rider has a verified address. */
async function publishedVideo(server: TestServer) {
  const { client: rider, id: riderId } = await proved(server, 'sam@trailcut.example')
  const made = await makeVideo(server.deps.db, riderId)
  const change = (set: { status?: VideoStatus; hidden_at?: Date | null; held?: boolean; title?: string }) =>
    server.deps.db.updateTable('videos').set(set).where('id', '=', made.id).execute()
  await sql`update videos set probe = ${playable}::jsonb, published_at = now() where id = ${made.id}`.execute(
    server.deps.db,
  )
  await change({ status: 'published' })
  return { rider, riderId, change, ...made }
}

test('a page is open to anyone exactly while its video is published and nothing stands against it', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const { riderId, id, streamId, change } = await publishedVideo(server)
  const stranger = await server.person()
  const { client: other } = await proved(server, 'other@trailcut.example')
  const addresses = [api.videoPage(id), api.videoEmbed(id), api.publicVideo(id), api.publicRideData(id)]
  const oembed = `${api.oembed}?url=${encodeURIComponent(server.url + api.videoPage(id))}`
  const nothing = randomUUID()

  const plain = async (address: string, client = stranger) =>
    (address.startsWith('/api/')
      ? await (await client.call(address)).text()
      : (await drawnPage(client, address)).html
    )
      .replace(/"requestId":"[^"]*"/, '')
      // The page repeats its own address.
      .replaceAll(nothing, id)
  const shown = async (open: boolean, why: string) => {
    for (const client of [stranger, other])
      for (const address of [...addresses, oembed])
        expect([why, address, await statusOf(client, address)]).toEqual([why, address, open ? 200 : 404])
    if (open) return
    // As if there had never been one.
    for (const address of addresses)
      expect(await plain(address), why).toBe(await plain(address.replace(id, nothing)))
    expect((await ask(stranger, 'POST', api.reportVideo(id), { reason: 'other' })).status, why).toBe(404)
    expect(await statusOf(stranger, api.manifest(streamId)), why).toBe(404)
  }
  await shown(true, 'published')
  for (const status of ['draft', 'pending', 'approved', 'rejected', 'failed'] as const) {
    await change({ status })
    await shown(false, status)
  }
  await change({ status: 'published' })
  const user = (set: { suspended_at?: Date | null; suspended_reason?: string | null }) =>
    db.updateTable('users').set(set).where('id', '=', riderId).execute()
  for (const [why, stop, undo] of [
    ['hidden', () => change({ hidden_at: new Date() }), () => change({ hidden_at: null })],
    ['held', () => change({ held: true }), () => change({ held: false })],
    [
      'suspended',
      () => user({ suspended_at: new Date(), suspended_reason: 'spam' }),
      () => user({ suspended_at: null, suspended_reason: null }),
    ],
  ] as const) {
    await stop()
    await shown(false, why)
    await undo()
    await shown(true, `no longer ${why}`)
  }
  for (const wrong of ['x', '%00', `${id}0`, id.toUpperCase()])
    for (const address of [api.videoPage(wrong), api.publicVideo(wrong)])
      expect([400, 404, 422], address).toContain(await statusOf(stranger, address))
})

test("an unpublished video's page is the rider's and staff's alone, and never listed", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { rider, id, change } = await publishedVideo(server)
  const { client: moderator } = await proved(server, 'moderator@trailcut.example')
  const { client: other } = await proved(server, 'other@trailcut.example')
  await change({ status: 'pending', title: 'Secret canyon' })
  for (const [client, status] of [
    [rider, 200],
    [moderator, 200],
    [other, 404],
    [await server.person(), 404],
  ] as const) {
    const { answer, html } = await drawnPage(client, api.videoPage(id))
    expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([status, 'noindex'])
    // Its title is on the page for those two only, and no cache keeps it.
    expect(html.includes('Secret canyon')).toBe(status === 200)
    if (status === 200) expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await statusOf(client, api.publicVideo(id))).toBe(404)
  }
})

test('a page has cards and may be listed; only its player may be framed elsewhere', async () => {
  const server = await startTestServer()
  const { id, streamId } = await riderWithVideo(server)
  await server.deps.db
    .updateTable('videos')
    .set({ status: 'published', published_at: new Date('2026-11-20T10:00:00Z'), description: '</script><b>' })
    .where('id', '=', id)
    .execute()
  const stranger = await server.person()
  const answer = await stranger.call(api.videoPage(id))
  const html = await answer.text()
  expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, null])
  expect(html).not.toContain('noindex')
  expect(html).toContain(`<link rel="canonical" href="${server.url}/v/${id}">`)
  expect(html).toContain('content="Ridge &quot;loop&quot; &lt;1&gt; &amp; $&amp;"')
  expect(html).not.toMatch(/<1>|<\/script><b>/)
  expect(html.match(/<title>/g)).toHaveLength(1)
  const record = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] as string
  expect(JSON.parse(record)).toMatchObject({
    '@type': 'VideoObject',
    name: 'Ridge "loop" <1> & $&',
    uploadDate: '2026-11-20T10:00:00.000Z',
    duration: 'PT5S',
    embedUrl: `${server.url}/v/${id}/embed`,
  })
  for (const name of ['og:title', 'og:url', 'og:video', 'twitter:card', 'twitter:player'])
    expect(html).toContain(`"${name}"`)
  const image = /"og:image" content="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') as string
  expect((await stranger.call(image)).headers.get('content-type')).toBe('image/jpeg')
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")

  const embed = await stranger.call(`${api.videoEmbed(id)}?t=3`)
  await embed.arrayBuffer()
  expect(embed.headers.get('content-security-policy')).toContain('frame-ancestors *')
  expect([embed.headers.get('x-frame-options'), embed.headers.get('x-robots-tag')]).toEqual([null, 'noindex'])
  const told = await stranger.json<{ html: string; title: string }>(
    `${api.oembed}?url=${encodeURIComponent(`${server.url}/v/${id}`)}&maxwidth=400`,
  )
  expect(told).toMatchObject({ type: 'video', width: 400 })
  expect(told.html).toContain(`src="${server.url}/v/${id}/embed"`)
  expect(await statusOf(stranger, api.manifest(streamId))).toBe(200)
})

test('a page tells nothing that its rider or staff keep back', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const { rider, riderId, id, runId } = await publishedVideo(server)
  const evidence = (source: 'gps' | 'imu', start: number, text: string) => ({
    type: 'speed' as const,
    source,
    start,
    end: start + 2,
    core: start + 1,
    value: 90,
    unit: 'km/h',
    strength: 0.5,
    text: sentenceOf(text),
  })
  const result = analysisResult()
  const [first, second] = result.highlights
  if (!first || !second) throw new Error('no highlights')
  first.description = 'Speed: 91 km/h'
  first.evidence = [evidence('gps', 1, '91 km/h')]
  second.description = 'Speed: 55 km/h'
  second.evidence = [evidence('gps', 60, '55 km/h')]
  const ride = {
    series: (['speed', 'g', 'height', 'turn'] as const).map(measure => ({
      measure,
      stretches: [Array.from({ length: 121 }, (_, second) => [second, second + 0.25] as [number, number])],
    })),
    // 111 m a second: the circles around its ends and the extra way take up to 16 s each.
    track: [Array.from({ length: 121 }, (_, s) => [s, 45.1 + s / 1000, 7.2] as [number, number, number])],
  }
  await db
    .updateTable('analysis_runs')
    .set({ result: json(result) })
    .where('id', '=', runId)
    .execute()
  const kept = { ride: sealRide(ride), ends: endsOf(ride.track), minutes: [] }
  await keepRide(server, { userId: riderId, runId }, kept)
  const approve = (run: string | null) =>
    sql`update videos set approved_as = ${JSON.stringify({
      sha256: null,
      title: 'Approved title',
      description: 'Approved words',
      tags: [],
      texts: null,
      runId: run,
    })}::jsonb, title = 'Changed since', description = 'Changed words' where id = ${id}`.execute(db)
  await approve(runId)
  // Until they give one, all that is known of their name comes from their address.
  await db
    .updateTable('users')
    .set({ name: 'sam', first_name: null, last_name: null })
    .where('id', '=', riderId)
    .execute()
  const nameless = await (await server.person()).json<PublicVideo>(api.publicVideo(id))
  expect(nameless.rider).toBe('')
  await db
    .updateTable('users')
    .set({ first_name: 'Sam', last_name: 'R.', location: 'Home town', biography: 'About me' })
    .where('id', '=', riderId)
    .execute()

  const stranger = await server.person()
  const look = () => stranger.json<PublicVideo>(api.publicVideo(id))
  const data = () => stranger.json<RideDataAnswer>(api.publicRideData(id))
  const shown = await look()
  expect(shown).toMatchObject({
    title: 'Approved title',
    description: 'Approved words',
    rider: 'Sam R.',
    hasRideData: true,
  })
  expect(shown.highlights.map(one => one.description)).toEqual(['Fast run', 'Speed: 55 km/h', 'Jump 2'])
  // The fastest was near the end of the ride, and all of it would be longer.
  expect(shown.figures.topSpeed).toBeLessThan(117)
  expect(shown.figures.distance).toBeLessThan(7000)
  const everything = JSON.stringify([
    shown,
    await data(),
    await (await stranger.call(api.videoPage(id))).text(),
  ])
  // Neither the address, the original, the camera, the profile, nor what was changed after the approval.
  expect(everything).not.toMatch(/@trailcut|originals|mud\.mp4|HERO|Home town|About me|Changed|91 km|45\.1/)
  for (const closed of [api.video(id), api.rideData(id), api.aiHighlights(id), api.gaugeData(id)])
    expect([closed, await statusOf(stranger, closed)]).toEqual([closed, 401])

  // Without the rider's word: no map, and nothing from which the way could be drawn.
  const nearEnds = (answer: RideDataAnswer) =>
    [...answer.series.flatMap(one => one.stretches.flat()), ...answer.track.flat()].filter(
      ([at]) => at <= 4 || at >= 116,
    )
  const before = await data()
  expect(before.series.map(one => one.measure)).toEqual(['speed', 'g'])
  expect([before.track, before.homeZoneHidden, nearEnds(before)]).toEqual([[], false, []])
  await rider.post(api.profileUpdate, { showMap: true })
  const mapped = await data()
  expect(mapped.series.map(one => one.measure)).toEqual(['speed', 'g', 'height', 'turn'])
  expect(mapped.track.flat().length).toBeGreaterThan(85)
  expect([mapped.homeZoneHidden, nearEnds(mapped)]).toEqual([true, []])
  await rider.post(api.profileUpdate, { hideHomeZone: false })
  expect((await data()).track.flat()).toHaveLength(121)
  expect((await look()).highlights[0]?.description).toBe('Speed: 91 km/h')
  expect((await look()).figures).toMatchObject({ topSpeed: 120.25, moving: 119 })

  // A later analysis rests on what no staff member has seen.
  await approve(randomUUID())
  expect([(await data()).state, (await look()).hasRideData]).toEqual(['none', false])
  await approve(null)
  expect([(await data()).state, (await look()).highlights]).toEqual(['none', []])
})

test('people are counted once a day on the page without earning, and a report can take it down', async () => {
  const server = await startTestServer()
  const { db } = server.deps
  const { rider, id, streamId } = await riderWithVideo(server)
  const { client: moderator } = await proved(server, 'moderator@trailcut.example')
  await db.updateTable('videos').set({ status: 'published' }).where('id', '=', id).execute()
  const entries = () => db.selectFrom('ledger_entries').select('id').execute()
  const before = await entries()
  const stranger = await server.person()
  const play = (agent: string) =>
    statusOf(stranger, api.manifest(streamId), { headers: { 'user-agent': agent } })
  expect([await play('Phone'), await play('Phone'), await play('Desk')]).toEqual([200, 200, 200])
  expect([
    await statusOf(rider, api.manifest(streamId)),
    await statusOf(moderator, api.manifest(streamId)),
  ]).toEqual([200, 200])
  interface Links {
    page: { url: string; views: number } | null
    links: unknown[]
  }
  const links = () => rider.json<Links>(api.shareLinks(id))
  expect(await links()).toMatchObject({ page: { url: `${server.url}/v/${id}`, views: 2 }, links: [] })
  expect(await entries()).toEqual(before)
  expect(await db.selectFrom('videos').select('views').where('id', '=', id).execute()).toEqual([{ views: 0 }])
  // The row that counts is no link: its token opens nothing, and the rider can't switch it off.
  const row = await db.selectFrom('share_links').selectAll().executeTakeFirstOrThrow()
  for (const address of [api.shared(row.token), api.sharePage(row.token), api.manifest(row.token)])
    expect(await statusOf(stranger, address)).toBe(404)
  expect((await ask(rider, 'DELETE', api.shareOff(id, row.id))).status).toBe(404)

  expect((await ask(stranger, 'POST', api.reportVideo(id), { reason: 'privacy' })).status).toBe(200)
  const [listed] = await moderator.json<ReportedLink[]>(api.shareReports)
  expect(listed).toMatchObject({ kind: 'page', url: `${server.url}/v/${id}`, open: true, views: 2 })
  const decide = (decision: string) =>
    ask(moderator, 'POST', api.decideShareReport(row.id), { decision }).then(answer => answer.status)
  expect(await decide('take_down')).toBe(200)
  for (const address of [api.videoPage(id), api.publicVideo(id), api.manifest(streamId)])
    expect([address, await statusOf(stranger, address)]).toEqual([address, 404])
  expect((await links()).page).toBeNull()
  expect(await statusOf(rider, api.manifest(streamId))).toBe(200)
  expect(await decide('allow_again')).toBe(200)
  expect([await statusOf(stranger, api.videoPage(id)), await play('Tablet')]).toEqual([200, 200])
  expect((await links()).page?.views).toBe(3)
})

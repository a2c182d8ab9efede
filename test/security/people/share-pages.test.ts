import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import type { ReportedLink, Shared } from '#contract/sharing/schemas.ts'
import { sentences as measured } from '#sentences/measured.ts'
import { headline } from '#server/analysis/highlights/names.ts'
import { endsOf } from '#server/analysis/private-places/circles.ts'
import { sealRide } from '#server/analysis/private-places/shown.ts'
import { json } from '#server/core/db/json.ts'
import { analysisResult, ask, keepRide, makeVideo, proved } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'
import { playable, riderWithVideo, statusOf, switchOn, tokenOf } from './share-setup.ts'

test('the page has cards, is escaped and unlisted, and only the embed may be framed elsewhere', async () => {
  const server = await startTestServer()
  const { rider, id } = await riderWithVideo(server)
  const link = await switchOn(rider, id)
  const token = tokenOf(link)
  const stranger = await server.person()
  const answer = await stranger.call(api.sharePage(token))
  const html = await answer.text()
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(html).toContain('content="Ridge &quot;loop&quot; &lt;1&gt; &amp; $&amp;"')
  expect(html).not.toContain('<1>')
  expect(html.match(/<title>/g)).toHaveLength(1)
  for (const name of [
    'og:title',
    'og:image',
    'og:video',
    'twitter:card',
    'twitter:player',
    'twitter:player:width',
  ])
    expect(html).toContain(`"${name}"`)
  const image = /"og:image" content="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') as string
  expect((await stranger.call(image)).headers.get('content-type')).toBe('image/jpeg')
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN')

  const embed = await stranger.call(`${api.shareEmbed(token)}?t=3`)
  await embed.arrayBuffer()
  const policy = embed.headers.get('content-security-policy')
  expect(policy).toContain('frame-ancestors *')
  expect(policy).toContain("script-src 'self'")
  expect([embed.status, embed.headers.get('x-frame-options')]).toEqual([200, null])

  const oembed = (url: string, more = '') =>
    stranger.call(`${api.oembed}?url=${encodeURIComponent(url)}${more}`)
  const notified = (await (await oembed(link.url, '&maxwidth=400')).json()) as Record<string, unknown>
  expect(notified).toMatchObject({ type: 'video', version: '1.0', width: 400 })
  expect(notified.html).toContain(`src="${server.url}/s/${token}/embed"`)
  expect(notified.html).not.toContain('<1>')
  for (const url of [`https://elsewhere.example/s/${token}`, `${server.url}/s/${'0'.repeat(32)}`, 'x'])
    expect((await oembed(url)).status).toBe(404)
})

test('a report reaches staff once, a takedown ends the link with an audit entry, and the rider is notified', async () => {
  const server = await startTestServer()
  const { db } = server.deps
  const { rider, riderId, id } = await riderWithVideo(server)
  const { client: moderator, id: moderatorId } = await proved(server, 'moderator@trailcut.example')
  const link = await switchOn(rider, id)
  const token = tokenOf(link)
  const stranger = await server.person()
  const report = (reason: string, words = '') =>
    ask(stranger, 'POST', api.reportShared(token), { reason, words }).then(answer => answer.status)
  const notified = async (userId: string) =>
    (await db.selectFrom('notifications').select('type').where('user_id', '=', userId).execute()).map(
      n => n.type,
    )

  expect(await report('privacy', 'That is my plate')).toBe(200)
  expect(await report('other')).toBe(200)
  expect(await report('whatever')).toBe(422)
  expect((await notified(moderatorId)).filter(type => type === 'video_reported')).toHaveLength(1)
  expect(await statusOf(rider, api.shareReports)).toBe(403)
  const [listed] = await moderator.json<ReportedLink[]>(api.shareReports)
  expect(listed).toMatchObject({ linkId: link.id, open: true, takenDown: false, url: link.url })
  expect(listed?.reports.map(one => one.words).sort()).toEqual(['', 'That is my plate'])

  const decide = (decision: string) =>
    ask(moderator, 'POST', api.decideShareReport(link.id), { decision }).then(answer => answer.status)
  expect((await ask(rider, 'POST', api.decideShareReport(link.id), { decision: 'keep' })).status).toBe(403)
  expect(await decide('take_down')).toBe(200)
  expect(await decide('take_down')).toBe(409)
  expect(await statusOf(stranger, api.shared(token))).toBe(404)
  expect(await notified(riderId)).toContain('video_taken_down')
  expect((await ask(rider, 'POST', api.shareOn(id), {})).status).toBe(409)
  const [entry] = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'share.take_down')
    .execute()
  expect(entry).toMatchObject({ actor_id: moderatorId, object_type: 'video', object_id: id })
  expect((await moderator.json<ReportedLink[]>(api.shareReports))[0]).toMatchObject({
    open: false,
    takenDown: true,
    url: null,
  })
  expect(await decide('allow_again')).toBe(200)
  const next = tokenOf(await switchOn(rider, id))
  expect(next).not.toBe(token)
  // A network has five reports a day in total.
  const statuses: number[] = []
  for (let n = 0; n < 4; n++)
    statuses.push((await ask(stranger, 'POST', api.reportShared(next), { reason: 'other' })).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})

test("a link's card names the best moment in its rider's units, and its page tells nothing of private places", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const { client: rider, id: riderId } = await proved(server, 'sam@trailcut.example')
  const { id, runId } = await makeVideo(db, riderId)
  await sql`update videos set probe = ${playable}::jsonb where id = ${id}`.execute(db)
  const result = analysisResult()
  const [best, fast] = result.highlights
  if (!best || !fast) throw new Error('no highlights')
  const speed = (si: number) => measured.speed({ speed: { quantity: 'speed', si } })
  const common = { start: 5, end: 6, core: 6, unit: '', strength: 0.5 }
  const jump = [
    {
      ...common,
      ...{ type: 'jump' as const, source: 'imu' as const, value: 1.02 },
      text: measured.airtime({ seconds: 1, speed: null }),
    },
    {
      ...common,
      ...{ type: 'hard_landing' as const, source: 'imu' as const, value: 4.7 },
      text: measured.landing({ g: 4.7 }),
    },
    { ...common, ...{ type: 'speed' as const, source: 'gps' as const, value: 44.7 }, text: speed(44.704) },
  ]
  best.evidence = jump
  best.description = headline(jump[0] as (typeof jump)[0], jump)
  await db
    .updateTable('analysis_runs')
    .set({ result: json({ ...result, curve: { stepSeconds: 1, values: [0.2, 0.9] } }) })
    .where('id', '=', runId)
    .execute()
  // Its first seconds are a private place.
  const ride = {
    series: [
      {
        measure: 'speed' as const,
        stretches: [Array.from({ length: 121 }, (_, s) => [s, 30] as [number, number])],
      },
    ],
    track: [Array.from({ length: 121 }, (_, s) => [s, 45.1 + s / 1000, 7.2] as [number, number, number])],
  }
  await keepRide(
    server,
    { userId: riderId, runId },
    { ride: sealRide(ride), ends: endsOf(ride.track), minutes: [] },
  )
  const token = tokenOf(await switchOn(rider, id))
  const stranger = await server.person()
  const look = () => stranger.json<Shared>(api.shared(token))
  const cardOf = async () =>
    /"og:description" content="([^"]+)"/.exec(await (await stranger.call(api.sharePage(token))).text())?.[1]

  const { ride: shown } = await look()
  expect(shown?.highlights[0]).toEqual({
    description: 'Jump: 1.0 s of airtime, landing at 4.7 g',
    ...{ score: 0.9, start: 5, end: 9, clipType: 'action' },
  })
  expect(shown).toMatchObject({
    curve: { values: [0.2, 0.9] },
    figures: { topSpeed: 30, airtime: 1.02, landing: 4.7 },
  })
  expect(shown?.figures.moving).toBeLessThan(113)
  expect(JSON.stringify(shown)).not.toMatch(/45\.1|track|161|100 mph/)
  expect(await cardOf()).toMatch(/ · Jump: 1\.0 s of airtime, landing at 4\.7 g$/)

  await rider.post(api.profileUpdate, { hideHomeZone: false })
  expect(await cardOf()).toMatch(/4\.7 g, 100 mph$/)
  await rider.post(api.profileUpdate, { units: 'metric' })
  expect(await cardOf()).toMatch(/4\.7 g, 161 km\/h$/)
  expect((await look()).ride?.figures.moving).toBe(120)
  const answer = await stranger.call(api.sharePage(token))
  await answer.arrayBuffer()
  expect(answer.headers.get('set-cookie')).toBeNull()
})

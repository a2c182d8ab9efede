import { expect, test } from 'vitest'
import type { CurrentUser } from '#contract/accounts.ts'
import type { AiHighlightsAnswer } from '#contract/analysis.ts'
import { api } from '#contract/paths.ts'
import type { RideDataAnswer } from '#contract/ride-data.ts'
import { signInAtProvider } from '#test/harness/accounts.ts'
import { startTestServer } from '../../harness/server.ts'
import { ride } from '../../media/ride.ts'

/** m per degree of latitude. */
const degree = 111_195

/**
 * 20 seconds north at 5 m/s with a run of 90 km/h in the middle: 160 m in total, so all of it is near both
 * ends.
 */
function trackFromHome(): Buffer {
  const rows = ['time,lat,lon,speed']
  let north = 0
  for (let i = 0; i <= 200; i++) {
    const time = i / 10
    const speed = 5 + 20 * Math.exp(-(((time - 9) / 1.6) ** 2))
    north += speed / 10
    rows.push([time, 45 + north / degree, 7, speed].join(','))
  }
  return Buffer.from(rows.join('\n'))
}

test('titles leave out GPS measurements near the start and end of a ride unless its rider shows them', async () => {
  const server = await startTestServer()
  const rider = await server.person('home.zone@trailcut.example')
  expect((await rider.json<CurrentUser>(api.user)).hideHomeZone).toBe(true)
  const { video, uploadUrl, size } = await rider.requestUpload(await ride({ telemetry: false }))
  await rider.sendFile(await ride({ telemetry: false }), uploadUrl, size)
  await rider.untilPlayable(video.id)
  await rider.untilAnalyzed(video.id)

  const textsWith = async (hideHomeZone: boolean) => {
    const changed = await rider.post<CurrentUser>(api.profileUpdate, { hideHomeZone })
    expect(changed.hideHomeZone).toBe(hideHomeZone)
    const added = await rider.call(api.addTelemetry(video.id), {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(trackFromHome()),
    })
    expect(added.status).toBe(200)
    const status = await rider.untilAnalyzed(video.id)
    const row = await server.deps.db
      .selectFrom('videos')
      .select(['ai_texts', 'ai_compilations'])
      .where('id', '=', video.id)
      .executeTakeFirstOrThrow()
    return JSON.stringify([status.aiGeneratedTitle, status.aiGeneratedDescription, row])
  }
  expect(await textsWith(true)).not.toContain('km/h')
  // Its rider sees the measurements.
  const found = await rider.json<AiHighlightsAnswer>(api.aiHighlights(video.id))
  expect(JSON.stringify(found.highlights)).toContain('km/h')
  // Staff see neither, in the ride data or in lists.
  const staff = await server.person()
  await signInAtProvider(staff, { email: 'moderator@trailcut.example' })
  const hidden = await staff.json<RideDataAnswer>(api.rideData(video.id))
  expect(hidden).toMatchObject({ state: 'ready', track: [], homeZoneHidden: true })
  expect(JSON.stringify(hidden)).not.toMatch(/45\.00/)
  const known = await staff.json<AiHighlightsAnswer>(api.aiHighlights(video.id))
  expect(JSON.stringify([known.highlights, await staff.json(api.video(video.id))])).not.toContain('km/h')
  expect(await textsWith(false)).toContain('km/h')
  const shown = await rider.json<RideDataAnswer>(api.rideData(video.id))
  expect(shown.homeZoneHidden).toBe(false)
  expect(shown.track.flat().length).toBeGreaterThan(100)
  const kept = await server.deps.db
    .selectFrom('analysis_runs')
    .where('ride', 'is not', null)
    .select('id')
    .execute()
  expect(kept).toHaveLength(1)
  // Hiding takes effect at once, not with the next analysis, and never for the rider.
  await rider.post(api.profileUpdate, { hideHomeZone: true, showMap: true })
  const [own, others] = [rider, staff].map(person => person.json<RideDataAnswer>(api.rideData(video.id)))
  expect([(await own)?.track.length, (await others)?.track.length]).toEqual([1, 0])
  await rider.post(api.profileUpdate, { hideHomeZone: false })
  expect((await staff.json<RideDataAnswer>(api.rideData(video.id))).track).toHaveLength(1)
})

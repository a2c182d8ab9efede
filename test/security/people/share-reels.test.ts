import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import type { Reel } from '#contract/reels/schemas.ts'
import { viewersPerNetwork } from '#contract/sharing/reasons.ts'
import type { ReportedLink, Shared, ShareLink } from '#contract/sharing/schemas.ts'
import { silentPlan } from '#test/harness/reels.ts'
import { ask, proved } from '#test/harness/review.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import { riderWithVideo, statusOf, tokenOf } from './share-setup.ts'

/** A rider with a rendered reel. */
async function riderWithReel(server: TestServer) {
  const { rider, riderId, id } = await riderWithVideo(server)
  const { id: reelId } = (await (await ask(rider, 'POST', api.createReel(id), silentPlan)).json()) as Reel
  /** Renders the reel, and waits for its file. @returns its clip's id */
  const render = async () => {
    expect((await ask(rider, 'POST', api.renderReel(id, reelId), {})).status).toBe(200)
    const [reel] = await rider.until(
      () => rider.json<Reel[]>(api.reels(id)),
      ([one]) => one?.clip?.status === 'ready' || one?.clip?.status === 'failed',
    )
    expect(reel?.clip?.status).toBe('ready')
    return reel?.clip?.id as string
  }
  const links = async () => (await rider.json<{ links: ShareLink[] }>(api.shareLinks(id))).links
  const share = async (clipId: string) =>
    (await (await ask(rider, 'POST', api.shareOn(id), { clipId })).json()) as ShareLink
  const change = (version: number, title: string) =>
    ask(rider, 'PUT', api.replaceReel(id, reelId), { plan: { ...silentPlan, title }, version })
  return { rider, riderId, id, reelId, render, links, share, change }
}

test("a reel's link plays it for anyone, unlisted, with cards and an embed, until it is switched off", async () => {
  const server = await startTestServer()
  const { rider, id, render, share } = await riderWithReel(server)
  const link = await share(await render())
  const token = tokenOf(link)
  const stranger = await server.person()
  expect(await stranger.json<Shared>(api.shared(token))).toMatchObject({
    kind: 'clip',
    duration: 1,
    full: false,
  })
  const page = await stranger.call(api.sharePage(token))
  const html = await page.text()
  expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(html).toContain(`"og:video" content="${server.url}${api.sharedClip(token)}"`)
  expect(html).toContain('"og:video:type" content="video/mp4"')
  expect(html).toContain(`"twitter:player" content="${server.url}${api.shareEmbed(token)}"`)
  const file = await stranger.call(api.sharedClip(token))
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'video/mp4'])
  expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp')
  const embed = await stranger.call(`${api.shareEmbed(token)}?t=0.5`)
  await embed.arrayBuffer()
  expect([embed.status, embed.headers.get('x-frame-options')]).toEqual([200, null])
  expect(embed.headers.get('content-security-policy')).toContain('frame-ancestors *')
  const oembed = `${api.oembed}?url=${encodeURIComponent(link.url)}&maxheight=640`
  const told = await stranger.json<{ html: string; width: number; height: number }>(oembed)
  expect(told).toMatchObject({ type: 'video', width: 360, height: 640 })
  expect(told.html).toContain(`src="${server.url}${api.shareEmbed(token)}"`)

  expect((await ask(rider, 'DELETE', api.shareOff(id, link.id))).status).toBe(200)
  for (const address of [
    api.shared(token),
    api.sharePage(token),
    api.shareEmbed(token),
    api.sharedClip(token),
    oembed,
  ])
    expect([address, await statusOf(stranger, address)]).toEqual([address, 404])
})

test("a reel's link has a daily limit of viewers until staff approve its video, and can be reported", async () => {
  const server = await startTestServer()
  const { rider, id, render, share, links } = await riderWithReel(server)
  const link = await share(await render())
  const token = tokenOf(link)
  const stranger = await server.person()
  const play = (agent: string) =>
    statusOf(stranger, api.sharedClip(token), { headers: { 'user-agent': agent, range: 'bytes=0-9' } })
  for (let n = 0; n < viewersPerNetwork; n++) expect(await play(`Browser ${n}`)).toBe(206)
  expect([await play('One more'), await play('Browser 1')]).toEqual([429, 206])
  const full = async (agent: string) =>
    (await stranger.json<Shared>(api.shared(token), { headers: { 'user-agent': agent } })).full
  expect([await full('One more'), await full('Browser 1')]).toEqual([true, false])
  expect((await links())[0]?.views).toBe(viewersPerNetwork)
  await server.deps.db.updateTable('videos').set({ status: 'approved' }).where('id', '=', id).execute()
  expect(await play('One more')).toBe(206)

  const said = { reason: 'rights', words: 'My music' }
  expect((await ask(stranger, 'POST', api.reportShared(token), said)).status).toBe(200)
  const { client: moderator } = await proved(server, 'moderator@trailcut.example')
  const [reported] = await moderator.json<ReportedLink[]>(api.shareReports)
  expect(reported).toMatchObject({ linkId: link.id, videoId: id, kind: 'clip', url: link.url, open: true })
  expect(reported?.reports.map(one => one.words)).toEqual(['My music'])
  const decided = await ask(moderator, 'POST', api.decideShareReport(link.id), { decision: 'take_down' })
  expect(decided.status).toBe(200)
  expect([await play('Browser 1'), await statusOf(stranger, api.shared(token))]).toEqual([404, 404])
  expect((await ask(rider, 'POST', api.shareOn(id), { clipId: link.clipId })).status).toBe(409)
})

test("a reel's link stays the same when the reel is rendered again, and can still be switched off", async () => {
  const server = await startTestServer()
  const { db } = server.deps
  const { rider, id, reelId, render, links, share, change } = await riderWithReel(server)
  const first = await render()
  const link = await share(first)
  const token = tokenOf(link)
  const stranger = await server.person()
  const duration = async () => (await stranger.json<Shared>(api.shared(token))).duration
  expect(await duration()).toBe(1)

  expect((await change(1, 'Ridge')).status).toBe(200)
  const second = await render()
  await server.untilIdle()
  expect(second).not.toBe(first)
  // It has a title card now.
  expect(await duration()).toBeGreaterThan(1)
  expect(await links()).toMatchObject([{ id: link.id, clipId: second, url: link.url }])
  expect(await db.selectFrom('clips').select('id').where('video_id', '=', id).execute()).toEqual([
    { id: second },
  ])

  // While the next one is being rendered, or never will be, the link plays the one before.
  expect((await change(2, 'Ridge line')).status).toBe(200)
  await ask(rider, 'POST', api.renderReel(id, reelId), {})
  await ask(rider, 'POST', api.cancelReel(id, reelId), {})
  expect(await statusOf(stranger, api.sharedClip(token))).toBe(200)
  const third = await render()
  await server.untilIdle()
  expect(await links()).toMatchObject([{ id: link.id, clipId: third }])
  expect((await ask(rider, 'DELETE', api.shareOff(id, link.id))).status).toBe(200)
  expect(await statusOf(stranger, api.sharedClip(token))).toBe(404)

  // Deleted, it takes its link along, whichever rendering that plays.
  const again = await share(third)
  expect((await change(3, '')).status).toBe(200)
  await render()
  await server.untilIdle()
  expect((await links()).map(one => one.id)).toEqual([again.id])
  expect((await rider.call(api.deleteReel(id, reelId), { method: 'DELETE' })).status).toBe(200)
  expect(await statusOf(stranger, api.shared(tokenOf(again)))).toBe(404)
  expect(await db.selectFrom('clips').select('id').where('video_id', '=', id).execute()).toEqual([])
})

import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { escapeHtml } from '#server/platform/http/html-page.ts'
import { makeVideo, proved } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'

const pictures = (html: string) =>
  [...html.matchAll(/<link rel="preload" as="image" fetchpriority="high" href="([^"]*)">/g)].map(
    ([, at]) => at,
  )
const scripts = (html: string) => html.match(/rel="modulepreload"/g)?.length ?? 0

test("a video's page asks for its poster before anything else, and only for those who may see it", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { client: rider, id: riderId } = await proved(server, 'sam@trailcut.example')
  const { client: other } = await proved(server, 'other@trailcut.example')
  const { id } = await makeVideo(server.deps.db, riderId)
  const ready = { stream_status: 'ready' } as const
  await server.deps.db.updateTable('videos').set(ready).where('id', '=', id).execute()
  const page = async (client = rider, more = '') => (await client.call(api.videoPage(id) + more)).text()

  const video = (await (await rider.call(api.video(id))).json()) as Video
  const own = await page()
  // Exactly what the page's player shows: else the browser would fetch a second picture.
  expect(pictures(own)).toEqual([escapeHtml(video.thumbnailUrl?.replace('height=360', 'height=720') ?? '')])
  expect(own.indexOf('rel="preload"')).toBeLessThan(own.indexOf('rel="modulepreload"'))
  expect(pictures(await page(rider, '?t=12'))).toEqual([])
  for (const client of [other, await server.person()]) expect(pictures(await page(client))).toEqual([])
})

test('people with a session get the files of their screen together', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { client } = await proved(server, 'sam@trailcut.example')
  const listed = async (address: string, who = client) => scripts(await (await who.call(address)).text())
  const frame = await listed('/settings')
  for (const address of ['/', '/upload'])
    expect([address, await listed(address)]).not.toEqual([address, frame])
  expect(await listed('/upload')).toBeGreaterThan(frame)
  expect(await listed('/upload', await server.person())).toBeLessThan(frame)
  // The pages themselves are no addresses.
  for (const name of ['video', 'dashboard', 'inside'])
    expect(await listed(`/${name}.html`)).toBe(await listed('/index.html'))
})

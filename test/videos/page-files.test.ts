import { expect, test } from 'vitest'
import { api, posterAt } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { escapeHtml } from '#server/core/http/html-page.ts'
import { makeVideo, proved } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'

const pictures = (html: string) =>
  [...html.matchAll(/<link rel="preload" as="image" fetchpriority="high" href="([^"]*)">/g)].map(
    ([, at]) => at,
  )
/** Pictures of the first view. */
const shown = (html: string) =>
  [...html.matchAll(/<img src="([^"]*)" alt="" fetchPriority="high"/g)].map(([, at]) => at)
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
  const cover = escapeHtml(video.thumbnailUrl?.replace('height=360', 'height=720') ?? '')
  expect([pictures(own), shown(own)]).toEqual([[cover], [cover]])
  expect(own.indexOf('rel="preload"')).toBeLessThan(own.indexOf('<script'))
  const later = escapeHtml(posterAt(video.cfStreamId ?? '', 12, null))
  expect(shown(await page(rider, '?t=12'))).toEqual([later])
  expect(shown(await page(rider, '?t=999999'))).toEqual([cover])
  for (const client of [other, await server.person()])
    for (const find of [pictures, shown]) expect(find(await page(client))).toEqual([])

  // What is written into the page cannot become a part of it.
  const title = `$& "quoted" <img src=x onerror=alert(1)> %first.picture%`
  await server.deps.db.updateTable('videos').set({ title }).where('id', '=', id).execute()
  const named = await page()
  expect(named).toContain(`>${escapeHtml(title)}</p>`)
  expect(shown(named)).toEqual([cover])
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

import { expect, test } from 'vitest'
import { api, posterAt } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { escapeHtml } from '#server/core/http/html-page.ts'
import { drawnPage } from '#test/harness/drawn-page.ts'
import { makeVideo, proved } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'

const early = (html: string) =>
  [...html.matchAll(/<link rel="preload" as="image" href="([^"]*)" fetchPriority="high"/g)].map(
    ([, at]) => at,
  )
const shown = (html: string) =>
  [...html.matchAll(/<img src="([^"]*)" alt="" fetchPriority="high"/g)].map(([, at]) => at)
const files = (html: string) => / data-files="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? []

test("a video's page asks for its poster before anything else, and only for those who may see it", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { client: rider, id: riderId } = await proved(server, 'sam@trailcut.example')
  const { client: other } = await proved(server, 'other@trailcut.example')
  const { id } = await makeVideo(server.deps.db, riderId)
  const ready = { stream_status: 'ready' } as const
  await server.deps.db.updateTable('videos').set(ready).where('id', '=', id).execute()
  const page = async (client = rider, more = '') => (await drawnPage(client, api.videoPage(id) + more)).html

  const video = (await (await rider.call(api.video(id))).json()) as Video
  const own = await page()
  // Exactly what the page's player shows: else the browser would fetch a second picture.
  const cover = escapeHtml(video.thumbnailUrl?.replace('height=360', 'height=720') ?? '')
  expect([early(own), shown(own)]).toEqual([[cover], [cover]])
  expect(own.indexOf('rel="preload"')).toBeLessThan(own.indexOf('<script'))
  const later = escapeHtml(posterAt(video.cfStreamId ?? '', 12, null))
  expect(shown(await page(rider, '?t=12'))).toEqual([later])
  expect(shown(await page(rider, '?t=999999'))).toEqual([cover])
  for (const client of [other, await server.person()])
    for (const find of [early, shown]) expect(find(await page(client))).toEqual([])

  // What is written into the page cannot become a part of it.
  const title = `$& "quoted" </script><img src=x onerror=alert(1)>`
  await server.deps.db.updateTable('videos').set({ title }).where('id', '=', id).execute()
  const named = await page()
  expect(named).not.toContain('<img src=x')
  expect(named.split('<script')).toHaveLength(own.split('<script').length)
  expect(shown(named)).toEqual([cover])
})

test('a page lists the files of what it shows, and they are there', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { client } = await proved(server, 'sam@trailcut.example')
  const listed = async (address: string, who = client) => files((await drawnPage(who, address)).html)
  const upload = await listed('/upload')
  const settings = await listed('/settings')
  const landing = await listed('/', await server.person())
  for (const [name, page] of [
    ['upload-page', upload],
    ['settings-page', settings],
    ['landing-page', landing],
  ] as const)
    for (const other of [upload, settings, landing])
      expect(
        other.some(file => file.includes(name)),
        name,
      ).toBe(other === page)
  for (const file of [...upload, ...landing]) expect((await client.call(file)).status, file).toBe(200)
})

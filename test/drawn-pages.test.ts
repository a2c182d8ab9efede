import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { drawnPage } from '#test/harness/drawn-page.ts'
import { makeVideo, proved } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'

/** Drawn pages of each visitor; DRAWN_PAGES=10000 for many. */
const pages = Number(process.env.DRAWN_PAGES ?? 40)

test('two visitors at once never get a byte of each other, whatever their role, language and zone', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const visitors = await Promise.all(
    [
      {
        email: 'quetzal@trailcut.example',
        title: 'Saturn canyon',
        language: 'es-MX',
        zone: 'Pacific/Auckland',
      },
      { email: 'admin@trailcut.example', title: 'Jupiter creek', language: 'en', zone: 'America/Denver' },
    ].map(async ({ email, title, language, zone }) => {
      const { client, id } = await proved(server, email)
      const video = await makeVideo(db, id)
      await db.updateTable('videos').set({ title }).where('id', '=', video.id).execute()
      // Staff may see on the page of a video that somebody else has sent the same file.
      const more = email.startsWith('admin') ? ['/dashboard'] : [api.videoPage(video.id)]
      const paths = ['/creator-dashboard', '/earnings', '/settings', '/profile', ...more]
      const page = async (path: string) => {
        const cookie = `${client.cookieHeader}; language=${language}; zone=${zone}`
        const headers = { 'accept-language': language, cookie }
        const call = (address: string) => fetch(server.url + address, { headers })
        return (await drawnPage({ call }, path)).html
      }
      return { email, id, title, language, zone, paths, page, videoId: video.id }
    }),
  )
  const [rider, admin] = visitors
  if (!rider || !admin) throw new Error('There are two visitors')
  const look = async (own: typeof rider, other: typeof rider) => {
    for (let n = 0; n < pages; n++) {
      const path = own.paths[n % own.paths.length] as string
      const html = await own.page(path)
      const zone = /"zone":"([^"]*)"/.exec(html)?.[1] ?? own.zone
      const lang = /<html lang="([^"]*)"/.exec(html)?.[1]
      expect([path, html.includes(own.id), lang, zone]).toEqual([path, true, own.language, own.zone])
      for (const mark of [other.id, other.email, other.title, other.zone, other.videoId])
        expect(html.includes(mark), `${path} of ${own.email} contains ${mark}`).toBe(false)
    }
  }
  await Promise.all([look(rider, admin), look(admin, rider)])
})

test('a page is drawn in the chosen theme, without a script for it', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const page = (theme: string) => {
    const call = (address: string) => fetch(server.url + address, { headers: { cookie: `theme=${theme}` } })
    return drawnPage({ call }, '/')
  }
  for (const theme of ['light', 'dark'])
    expect((await page(theme)).html).toContain(`<html lang="en" data-theme="${theme}" data-fonts="later">`)
  for (const other of ['system', '"><script>', '']) {
    const { html } = await page(other)
    expect(html).toContain('<html lang="en" data-fonts="later">')
    expect(html.match(/<script(?![^>]* defer)[^>]*src=/g)).toBeNull()
  }
})

test('more pages at once than may be drawn are left to the browser, and nobody is refused', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { client } = await proved(server, 'many.tabs@trailcut.example')
  const tabs = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const answer = await client.call('/settings')
      return { status: answer.status, html: await answer.text() }
    }),
  )
  expect(new Set(tabs.map(({ status }) => status))).toEqual(new Set([200]))
  const left = tabs.filter(({ html }) => html.includes('<div id="root"></div>'))
  expect(left.length).toBeGreaterThan(0)
  await drawnPage(client, '/settings')
})

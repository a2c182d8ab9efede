import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { videoExtensions } from '#contract/constants.ts'
import { makeClip } from '../../media/clip.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { base, expectSound, signUp } from '../support.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'trailcut-pwa-'))
const built = path.resolve(import.meta.dirname, '../../../dist/web')

test.use({ serviceWorkers: 'allow' })

/** Waits until the service worker controls this page, which takes a reload if the page was loading when it activated. */
async function controlled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect(async () => {
    if (await page.evaluate(() => navigator.serviceWorker.controller !== null)) return
    await page.reload()
    throw new Error('Not yet')
  }).toPass()
}
const cachesOf = (page: Page) => page.evaluate(() => caches.keys())

test('the manifest and all its icons exist in the stated sizes', async ({ page }) => {
  await page.goto(base())
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await page.request.get(base() + href)
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' })
  expect(manifest.share_target.params.files[0].accept).toEqual([
    'video/*',
    ...videoExtensions.map(extension => `.${extension}`),
  ])
  expect(manifest.icons.map((icon: { purpose: string }) => icon.purpose)).toContain('maskable')
  for (const icon of manifest.icons) {
    const size = await page.evaluate(async src => {
      const image = new Image()
      image.src = src
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, icon.src)
    if (icon.sizes !== 'any') expect(size, icon.src).toBe(icon.sizes)
  }
  const cdp = await page.context().newCDPSession(page)
  const { errors } = await cdp.send('Page.getAppManifest')
  expect(errors).toEqual([])
  await controlled(page)
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  // Tests run in private windows, where browsers never offer to install.
  expect(installabilityErrors.map(error => error.errorId).filter(id => id !== 'in-incognito')).toEqual([])
})

test('the app opens offline, says so, and reconnects automatically', async ({ page }) => {
  await signUp(page, 'offline.rider@trailcut.example')
  await controlled(page)
  await page.context().setOffline(true)
  await expect(page.getByText("You're offline.")).toBeVisible()
  await expectSound(page, 'offline banner')
  // A screen not opened before: its code is cached on the device.
  await page.getByRole('link', { name: 'Upload New' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Upload' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible()
  await expectSound(page, 'offline start')
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Upload' })).toBeVisible()
})

test('no cache holds data or media', async ({ page }) => {
  await signUp(page, 'fresh.rider@trailcut.example')
  await controlled(page)
  await page.goto(`${base()}/upload`)
  await page.goto(base())
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const lists = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return lists.flat().map(request => new URL(request.url).pathname)
  })
  expect(kept.length).toBeGreaterThan(10)
  expect(kept.filter(name => !/^\/(index\.html|theme\.js|favicon\.svg|assets\/[^/]+)$/.test(name))).toEqual(
    [],
  )
})

test('a clip shared from the gallery is selected on the upload page and sent', async ({ page }) => {
  const clip = await makeClip(path.join(folder, 'from gallery.mp4'))
  await signUp(page, 'gallery.rider@trailcut.example')
  await controlled(page)
  // What a phone posts when the app is chosen in its share sheet.
  const share = async (files: string[]) => {
    await page.evaluate(() => {
      const form = document.createElement('form')
      form.method = 'post'
      form.action = '/share-target'
      form.enctype = 'multipart/form-data'
      form.innerHTML =
        '<input type="file" name="videos" multiple id="shared"><button id="share">Share</button>'
      document.body.append(form)
    })
    await page.setInputFiles('#shared', files)
    await page.evaluate(() => document.querySelector('form:has(#share)')?.querySelector('button')?.click())
  }
  await share([clip])
  await expect(page).toHaveURL(`${base()}/upload`)
  await expect(page.getByText('from gallery.mp4')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('from gallery')
  expect(await cachesOf(page)).not.toContain('shared-files')
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('heading', { name: 'Upload complete' })).toBeVisible()

  await share([])
  await expect(page.getByText("Couldn't open the file you shared.").first()).toBeVisible()
  await share([path.join(built, 'theme.js')])
  await expect(page.getByText('Invalid File Type').first()).toBeVisible()
})

test('a new build takes over once the old pages are closed, and the old shell is removed', async ({
  browser,
}) => {
  const worker = await readFile(path.join(built, 'sw.js'), 'utf8')
  const html = await readFile(path.join(built, 'index.html'), 'utf8')
  const entry = /\/assets\/(index-[^"]+\.js)/.exec(html)?.[1] as string
  const version = /version:[`"'](\w+)[`"']/.exec(worker)?.[1] as string
  const next = { entry: 'index-nextbuild.js', version: 'nextbuild' }
  let newer = false
  const types: Record<string, string> = {
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
    '.woff2': 'font/woff2',
  }
  /** Serves the web app as one of two builds, which differ in the entry script's name; no API behind it. */
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname.startsWith('/api/')) return response.writeHead(503).end()
    const name = path.extname(pathname) ? pathname : '/index.html'
    if (name.endsWith(newer ? entry : next.entry)) return response.writeHead(404).end()
    const type = types[path.extname(name)]
    try {
      const content = await readFile(path.join(built, name.replace(next.entry, entry)))
      response.writeHead(200, { 'content-type': type ?? 'text/html', 'cache-control': 'no-cache' })
      const text = (type ?? 'text/html').startsWith('text/') && newer
      response.end(
        text ? content.toString().replaceAll(entry, next.entry).replaceAll(version, next.version) : content,
      )
    } catch {
      response.writeHead(404).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const address = `http://localhost:${port}/`
  const context = await browser.newContext()
  const script = (page: Page) => page.locator('script[type=module]').getAttribute('src')

  const first = await context.newPage()
  await first.goto(address)
  await controlled(first)
  expect(await cachesOf(first)).toEqual([`shell-${version}`])

  newer = true
  await first.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
    const coming = registration?.installing
    if (coming)
      await new Promise<void>(resolve =>
        coming.addEventListener('statechange', () => coming.state === 'installed' && resolve()),
      )
  })
  // Pages come from the network, so the new page shows at once; the old worker stays while one of its pages is open.
  await first.reload()
  expect(await script(first)).toBe(`/assets/${next.entry}`)
  expect((await cachesOf(first)).sort()).toEqual([`shell-${version}`, `shell-${next.version}`].sort())
  await first.close()

  const second = await context.newPage()
  await second.goto(address)
  await expect.poll(() => cachesOf(second)).toEqual([`shell-${next.version}`])
  server.close()
  server.closeAllConnections()
  await second.reload()
  expect(await script(second)).toBe(`/assets/${next.entry}`)
  await expect(second.getByRole('heading', { name: "Can't reach Trailcut" })).toBeVisible()
  await context.close()
})

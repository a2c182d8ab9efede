import { type PageState, pageStateId } from '#contract/drawn-page.ts'
import { api } from '#contract/paths.ts'
import type { ShareLink } from '#contract/sharing/schemas.ts'
import { signInTo } from '../accounts.ts'
import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { serverDatabase } from '../server-database.ts'
import { base, signInByProvider, signUp, userIdOf } from '../support.ts'
import { fontsLoaded } from './looks.ts'

runOnOwnServer()

test.use({ serviceWorkers: 'block' })

/** What the browser says of the test, and of a document in a frame. */
const beside = /^Service Worker registration blocked|origin-keyed agent cluster/

/**
 * Opens a page that the server has drawn: its words are there before any script, the browser continues with it without
 * a complaint, and asks for nothing that came with it.
 */
async function expectDrawn(page: Page, path: string): Promise<void> {
  const said: string[] = []
  const asked: string[] = []
  const onConsole = (message: { type(): string; text(): string }) =>
    ['error', 'warning'].includes(message.type()) && !beside.test(message.text()) && said.push(message.text())
  const onRequest = (request: { method(): string; url(): string }) =>
    request.method() === 'GET' && asked.push(request.url().slice(base().length))
  page.on('console', onConsole)
  page.on('pageerror', error => said.push(String(error)))
  page.on('request', onRequest)
  let html = ''
  // A busy machine may leave a page to the browser.
  await expect(async () => {
    said.length = asked.length = 0
    const answer = await page.goto(base() + path)
    html = (await answer?.text()) ?? ''
    expect(html, `${path} is drawn`).toContain(pageStateId)
  }).toPass()
  await page.waitForLoadState('networkidle')
  page.off('console', onConsole)
  page.off('request', onRequest)

  const state = new RegExp(`id="${pageStateId}">([^<]*)<`).exec(html)?.[1]
  const { answers } = JSON.parse(state as string) as PageState
  const came = answers.map(([[address, query]]) =>
    query ? `${address}?${new URLSearchParams(query as Record<string, string>)}` : String(address),
  )
  const wordsOf = (text: string) => text.replace(/<[^>]*>|&\w+;|&#x27;|[^a-z]/gi, '').toLowerCase()
  const heading = await page.locator('h1').first().innerHTML()
  expect.soft(wordsOf(html), path).toContain(wordsOf(heading))
  expect
    .soft(
      asked.filter(address => came.includes(address)),
      `what ${path} asks for again`,
    )
    .toEqual([])
  expect.soft(said, path).toEqual([])
}

/** DRAWN_LOOKS=all opens each page in every language at three widths, instead of once. */
const widths = process.env.DRAWN_LOOKS ? [390, 1024, 1440] : [1440]
const languages = process.env.DRAWN_LOOKS ? ['en', 'es-MX'] : ['en']

async function expectAllDrawn(page: Page, paths: readonly string[]): Promise<void> {
  for (const language of languages)
    for (const width of widths) {
      await page.context().addCookies([{ name: 'language', value: language, url: base() }])
      await page.setViewportSize({ width, height: 900 })
      for (const path of paths) await expectDrawn(page, path)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
    }
}

const open = ['/', '/terms', '/privacy', '/premium', '/nowhere']
const ofRiders = ['/', '/upload', '/earnings', '/premium', '/profile', '/inbox', '/settings']
const ofStaff = [
  '/',
  '/creator-dashboard',
  '/admin',
  '/admin/audit-log',
  '/admin/score-weights',
  '/admin/share-reports',
  '/admin/ai-highlights',
  '/publishing',
  '/notifications',
  '/email-preview',
  '/settings',
]

test('pages of visitors arrive drawn', async ({ page }) => {
  await expectAllDrawn(page, open)
})

test('pages of riders arrive drawn with their videos', async ({ page }) => {
  await signUp(page, 'drawn.rider@trailcut.example')
  const id = await addReadyVideo('long', await userIdOf(page), 'Down the wash & up')
  await expectAllDrawn(page, [...ofRiders, `/v/${id}`, `/v/${id}?t=12`])
})

test('pages of staff arrive drawn', async ({ page }) => {
  await signInByProvider(page, 'admin@trailcut.example')
  await expectAllDrawn(page, ofStaff)
})

/** Opens a page and keeps the app's own files back. @returns what lets them through */
async function openWithoutApp(page: Page, path: string): Promise<() => void> {
  const go = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async route => {
    await go.promise
    await route.continue()
  })
  // A busy machine may leave a page to the browser. Nobody presses anything before the page can be seen.
  await expect(async () => {
    await page.goto(base() + path, { waitUntil: 'commit' })
    await page.waitForFunction(() => 'earlyInput' in window, null, { timeout: 5000 })
  }).toPass()
  return go.resolve
}

/** Where the title and the picture are, and how high. */
const places = (page: Page) =>
  page.evaluate(() =>
    ['main h1', 'main img[fetchpriority=high]'].map(one => {
      const box = document.querySelector(one)?.getBoundingClientRect()
      return box && [box.x, box.y, box.height].map(Math.round)
    }),
  )

const title = 'Down the <wash> & up "again"'

/** Compares where a video's title and picture are before the app's code arrives with where the app shows them. */
async function expectStill(page: Page, path: string): Promise<void> {
  const letThrough = await openWithoutApp(page, path)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const picture = page.locator('main img[fetchpriority=high]')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await fontsLoaded(page)
  const before = await places(page)
  letThrough()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('button', { name: `Play: ${title}` })).toBeVisible()
  expect(await places(page)).toEqual(before)
  await page.unrouteAll()
}

test('fonts load after the first paint, and come with it once they are in the cache', async ({ page }) => {
  /** Milliseconds from the first paint to the first request for a font. */
  const wait = async () => {
    await fontsLoaded(page)
    return page.evaluate(() => {
      const fonts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'))
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      return Math.min(...fonts.map(({ startTime }) => startTime)) - (paint?.startTime ?? Number.NaN)
    })
  }
  const cdp = await page.context().newCDPSession(page)
  // A busy machine may leave a page to the browser.
  await expect(async () => {
    await cdp.send('Network.clearBrowserCache')
    const answer = await page.goto(base())
    expect(await answer?.text()).toContain(pageStateId)
  }).toPass()
  expect(await wait()).toBeGreaterThan(0)
  await page.goto('about:blank')
  await page.goto(base())
  expect(await wait()).toBeLessThan(0)
})

test('what is pressed and chosen before the app is there happens once it is', async ({ page }) => {
  await signUp(page, 'hasty.rider@trailcut.example')
  const letPress = await openWithoutApp(page, '/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  letPress()
  await expect(page.getByLabel('Biography')).toBeVisible()
  await page.unrouteAll()

  const units = page.getByLabel('Units', { exact: true })
  const letChoose = await openWithoutApp(page, '/settings')
  await units.selectOption('metric')
  letChoose()
  const user = async () => (await page.request.get(base() + api.user)).json()
  await expect.poll(user).toMatchObject({ units: 'metric' })
  await expect(units).toHaveValue('metric')
  await page.unrouteAll()

  const letUpload = await openWithoutApp(page, '/upload')
  await page.setInputFiles('input[type=file]', {
    name: 'ridge.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.alloc(1000),
  })
  letUpload()
  await expect(page.getByLabel('Title')).toHaveValue('ridge')
})

test('nothing is seen before presses are heard', async ({ page, context }) => {
  // The first page after a start may take too long to draw.
  const drawn = async () => (await (await page.request.get(base())).text()).includes(pageStateId)
  await expect.poll(drawn).toBe(true)
  const held = Promise.withResolvers<void>()
  await context.route('**/start.js', async route => {
    await held.promise
    await route.continue()
  })
  const styled = page.waitForResponse(/\.css$/)
  await page.goto(base(), { waitUntil: 'commit' })
  await (await styled).finished()
  await expect(page.locator(`#${pageStateId}`)).toBeAttached()
  const painted = () => page.evaluate(() => performance.getEntriesByType('paint').length)
  expect(await painted()).toBe(0)
  held.resolve()
  await expect.poll(painted).toBeGreaterThan(0)
})

test('title and picture of a video are there before the app, where the app shows them', async ({
  page,
  browser,
}) => {
  await signInTo(page, 'early.rider@trailcut.example')
  const id = await addReadyVideo('long', await userIdOf(page), title)
  const looks = [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]
  for (const look of looks) {
    await page.setViewportSize(look)
    await expectStill(page, `/v/${id}`)
    await expectStill(page, `/v/${id}?t=12`)
  }
  const made = await page.request.post(base() + api.shareOn(id), { data: {}, headers: { origin: base() } })
  expect(made.status(), await made.text()).toBe(200)
  const link = (await made.json()) as ShareLink
  await serverDatabase()
    .updateTable('videos')
    .set({ status: 'published', published_at: new Date('2026-11-20T10:00:00Z') })
    .where('id', '=', id)
    .execute()
  const chosen = await page.request.put(base() + api.changeRiderPage, {
    data: { name: 'early-rider', shown: true },
    headers: { origin: base() },
  })
  expect(chosen.status(), await chosen.text()).toBe(200)
  for (const viewport of looks) {
    const stranger = await (await browser.newContext({ viewport, serviceWorkers: 'block' })).newPage()
    for (const path of [`/v/${id}`, link.url.slice(base().length)]) {
      await expectDrawn(stranger, path)
      await expectStill(stranger, path)
    }
    await expectDrawn(stranger, '/r/early-rider')
    await stranger.context().close()
  }
})

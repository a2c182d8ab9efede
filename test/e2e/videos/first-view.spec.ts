import { api } from '#contract/paths.ts'
import type { ShareLink } from '#contract/sharing/schemas.ts'
import { signInTo } from '../accounts.ts'
import { type Browser, expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { serverDatabase } from '../server-database.ts'
import { base, signUp, userIdOf } from '../support.ts'

runOnOwnServer()

test.use({ serviceWorkers: 'block' })

const title = 'Down the <wash> & up "again"'
const looks = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
const firstView = (page: Page) => page.locator('#first-view')

/** Keeps the app's own files back. @returns what lets them through */
async function holdApp(page: Page): Promise<() => void> {
  const go = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async route => {
    await go.promise
    await route.continue()
  })
  return go.resolve
}

/** Where the title and the picture are, and how high. */
const places = (page: Page, within: string, titled: string) =>
  page.evaluate(
    ([inside, heading]) =>
      [heading, `img[fetchpriority=high]`].map(one => {
        const box = document.querySelector(`${inside} ${one}`)?.getBoundingClientRect()
        return box && [box.x, box.y, box.height].map(Math.round)
      }),
    [within, titled],
  )

/** Opens a video's page, and compares what is there before the app with what the app shows. */
async function compare(page: Page, path: string): Promise<void> {
  await page.unrouteAll()
  const letThrough = await holdApp(page)
  await page.goto(base() + path, { waitUntil: 'commit' })
  const early = firstView(page)
  await expect(early.getByText(title)).toBeVisible()
  await expect
    .poll(() => early.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0)
  await page.evaluate(() => document.fonts.ready)
  const before = await places(page, '#first-view', 'p.heading')
  letThrough()
  await expect(page.getByRole('button', { name: `Play: ${title}` })).toBeVisible()
  await expect(firstView(page)).toHaveCount(0)
  expect(await places(page, '#root main', 'h1')).toEqual(before)
}

async function visitor(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  return (await browser.newContext({ viewport, serviceWorkers: 'block' })).newPage()
}

test('title and picture are on the page of a video before the app, where the app shows them', async ({
  page,
  browser,
}) => {
  await signInTo(page, 'early.rider@trailcut.example')
  const id = await addReadyVideo('long', await userIdOf(page), title)
  for (const look of looks) {
    await page.setViewportSize(look)
    await compare(page, `/v/${id}`)
    await compare(page, `/v/${id}?t=12`)
  }
  const made = await page.request.post(base() + api.shareOn(id), { data: {} })
  const link = (await made.json()) as ShareLink
  await serverDatabase()
    .updateTable('videos')
    .set({ status: 'published', published_at: new Date('2026-11-20T10:00:00Z') })
    .where('id', '=', id)
    .execute()
  for (const look of looks) {
    const stranger = await visitor(browser, look)
    await compare(stranger, `/v/${id}`)
    await compare(stranger, new URL(link.url).pathname)
    await stranger.context().close()
  }
})

test('what goes wrong replaces the first view', async ({ page }) => {
  await signUp(page, 'unlucky.rider@trailcut.example')
  const id = await addReadyVideo('bare', await userIdOf(page), title)
  await page.route(`**/api/videos/${id}`, route => route.fulfill({ status: 500, json: { message: 'No.' } }))
  await page.goto(`${base()}/v/${id}`)
  await expect(page.getByRole('button', { name: /try again/i })).toBeVisible()
  await expect(firstView(page)).toHaveCount(0)
  await page.unrouteAll()
  await page.route('**/api/auth/user', route => route.abort())
  await page.goto(`${base()}/v/${id}`)
  await expect(page.getByRole('button', { name: /try again/i })).toBeVisible()
  await expect(firstView(page)).toHaveCount(0)
})

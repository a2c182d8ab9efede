import { signInTo } from '../accounts.ts'
import { type Browser, expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { serverDatabase } from '../server-database.ts'
import { base, lookAt, scrollUntil, userIdOf } from '../support.ts'

runOnOwnServer()

/** One video is published, watched by others, and its rider shows the map, in order. */
test.describe.configure({ mode: 'serial' })

const title = 'Canyon run'
const nothing = '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c11'
let rider: Page
let id = ''

test.beforeAll(async ({ browser }) => {
  rider = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signInTo(rider, 'public.rider@trailcut.example')
  id = await addReadyVideo('short', await userIdOf(rider), title)
})

test.afterAll(() => rider.context().close())

const visitor = async (browser: Browser, look: { width: number; height: number }): Promise<Page> =>
  (await browser.newContext({ viewport: look })).newPage()

const playedTo = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

test('before a video is published, its page sends visitors to the sign-in, as for no video', async ({
  browser,
}) => {
  for (const path of [id, nothing]) {
    const page = await visitor(browser, { width: 390, height: 844 })
    expect((await page.goto(`${base()}/v/${path}`))?.status()).toBe(404)
    await page.waitForURL(/\/interaction\//)
    await page.context().close()
  }
  await serverDatabase()
    .updateTable('videos')
    .set({
      status: 'published',
      published_at: new Date('2026-11-20T10:00:00Z'),
      description: 'Two laps before sunset.',
    })
    .where('id', '=', id)
    .execute()
  // The ride is too short to leave anything outside of its home zone.
  await serverDatabase()
    .updateTable('users')
    .set({ hide_home_zone: false, first_name: 'Sam', last_name: 'Reyes' })
    .where('id', '=', await userIdOf(rider))
    .execute()
})

for (const look of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(`anyone watches a published video at ${look.width} px, without its map, and can report it`, async ({
    browser,
  }) => {
    const page = await visitor(browser, look)
    const answer = await page.goto(`${base()}/v/${id}`)
    expect([answer?.status(), answer?.headers()['x-robots-tag']]).toEqual([200, undefined])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText('Two laps before sunset.')).toBeVisible()
    await expect(page.getByText('by Sam Reyes · 0:20 · UTV · Nov 20, 2026')).toBeVisible()
    const highlights = page.getByRole('region', { name: 'Highlights' }).getByRole('button')
    await expect(highlights).not.toHaveCount(0)
    await scrollUntil(page.getByRole('contentinfo'), page.getByText('G-force', { exact: true }))
    await expect(page.getByText('Height', { exact: true })).toBeHidden()
    await expect(page.getByText('Map of the ride')).toBeHidden()
    if (look.width === 390) await lookAt(page, 'public-page', page.getByRole('heading', { name: title }))
    await page.setViewportSize(look)
    await highlights.first().click()
    await expect.poll(() => playedTo(page)).toBeGreaterThan(0.3)
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByRole('button', { name: 'Report this video' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report this video' })
    await dialog.getByLabel('Something else').check()
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText('Report Sent').first()).toBeVisible()
    await page.context().close()
  })

test('its rider finds the public page on their own, and other riders see what everyone sees', async ({
  browser,
}) => {
  await rider.goto(`${base()}/v/${id}`)
  await rider.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(rider.getByRole('textbox', { name: 'Address of the public page' })).toHaveValue(
    `${base()}/v/${id}`,
  )
  await expect(rider.getByText(/^Watched here by \d (person|people)\. These views don't earn/)).toBeVisible()
  await lookAt(rider, 'video-page-public', rider.getByText('Public page', { exact: true }))
  const other = await visitor(browser, { width: 1440, height: 900 })
  await signInTo(other, 'public.other@trailcut.example')
  await other.goto(`${base()}/v/${id}`)
  await expect(other.getByRole('heading', { name: title })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Report this video' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Edit' })).toBeHidden()
  await other.goto(`${base()}/v/${nothing}`)
  await expect(other.getByRole('heading', { name: 'Video not found' })).toBeVisible()
  await other.context().close()
})

test('a rider shows the map on public pages, and the player starts where the address says in a frame', async ({
  browser,
}) => {
  await rider.goto(`${base()}/settings`)
  const map = rider.getByRole('switch', { name: /^Show a map on my public pages/ })
  await map.click()
  await expect(map).toBeChecked()
  await expect(map).toBeEnabled()
  const page = await visitor(browser, { width: 1440, height: 900 })
  await page.goto(`${base()}/v/${id}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await scrollUntil(page.getByRole('contentinfo'), page.getByText('Height', { exact: true }))
  await page.goto(`${base()}/v/${id}/embed?t=3`)
  await page.getByRole('button', { name: `Play: ${title}` }).click()
  await expect.poll(() => playedTo(page)).toBeGreaterThan(3)
  await page.context().close()
})

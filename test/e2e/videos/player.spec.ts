import { type BrowserContext, expect, type Locator, type Page, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { fontsLoaded } from '../screens/looks.ts'
import { base, expectSound, signUp, userIdOf } from '../support.ts'

/** All of these tests play one large video. */
test.describe.configure({ mode: 'serial' })
let context: BrowserContext
let page: Page
let player: Locator
let video: Locator
let address = ''

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  await signUp(page, 'player.rider@trailcut.example')
  const id = await addReadyVideo('large', await userIdOf(page), 'Large picture')
  address = `${base()}/?video=${id}`
})
test.afterAll(() => context.close())
test.beforeEach(async () => {
  player = page.getByRole('region', { name: 'Video player: Large picture' })
  video = player.locator('video')
})
test.afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))

const read = <K extends 'currentTime' | 'volume' | 'videoHeight' | 'muted'>(key: K) =>
  video.evaluate((element: HTMLVideoElement, name) => element[name as K], key)

test('nothing below the player moves when it arrives', async () => {
  const arrived = Promise.withResolvers<void>()
  await page.route(/\/assets\/video-player-/, async route => {
    await arrived.promise
    await route.continue()
  })
  await page.goto(address)
  const below = page.getByRole('group', { name: 'Distribution' })
  const place = async () => (await below.boundingBox())?.y
  await expect(below).toBeVisible()
  await expect(player).toBeHidden()
  await fontsLoaded(page)
  const before = await place()
  arrived.resolve()
  await expect(player.getByRole('button', { name: 'Mute' })).toBeVisible()
  expect(await place()).toBe(before)
})

test('the volume changes in steps of 0.1 and is remembered', async () => {
  await page.goto(address)
  const volume = player.getByRole('slider', { name: 'Volume' })
  await expect.poll(() => read('volume')).toBe(1)
  await volume.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => read('volume')).toBeCloseTo(0.9, 5)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(volume).toHaveAttribute('aria-valuetext', '70%')
  // The arrow keys do the same on the player itself.
  await player.getByRole('button', { name: 'Play', exact: true }).press('ArrowDown')
  await expect.poll(() => read('volume')).toBeCloseTo(0.6, 5)
  await page.reload()
  await expect.poll(() => read('volume')).toBeCloseTo(0.6, 5)
  await expect(volume).toHaveAttribute('aria-valuetext', '60%')
  await volume.press('Home')
  await expect(player.getByRole('button', { name: 'Unmute' })).toBeVisible()
  await expect.poll(() => read('volume')).toBe(0)
})

test('full screen opens and closes by button and by key', async () => {
  await page.goto(address)
  const fills = () => player.evaluate(element => document.fullscreenElement === element)
  await player.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(fills).toBe(true)
  await player.getByRole('button', { name: 'Exit full screen' }).click()
  await expect.poll(fills).toBe(false)
  await player
    .getByRole('button', { name: 'Mute' })
    .or(player.getByRole('button', { name: 'Unmute' }))
    .press('f')
  await expect.poll(fills).toBe(true)
  await page.keyboard.press('f')
  await expect.poll(fills).toBe(false)
})

test('picture-in-picture opens and closes', async () => {
  await page.goto(address)
  await player.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => read('currentTime')).toBeGreaterThan(0.2)
  const floats = () => video.evaluate(element => document.pictureInPictureElement === element)
  await player.getByRole('button', { name: 'Picture-in-picture' }).click()
  await expect.poll(floats).toBe(true)
  await player.getByRole('button', { name: 'Picture-in-picture' }).click()
  await expect.poll(floats).toBe(false)
})

test('the quality menu lists the available heights and keeps the chosen one', async () => {
  await page.goto(address)
  const menu = player.getByRole('combobox', { name: 'Quality' })
  await expect(menu.getByRole('option')).toHaveText(['Auto', '720p', '480p', '240p'])
  await player.getByRole('button', { name: 'Play', exact: true }).click()
  for (const height of [240, 720]) {
    await menu.selectOption(`${height}p`)
    await expect.poll(() => read('videoHeight')).toBe(height)
  }
})

test('skipping stops at both ends', async () => {
  await page.goto(address)
  await player.getByRole('button', { name: 'Forward 10 seconds' }).click()
  await expect.poll(() => read('currentTime')).toBeCloseTo(10, 0)
  await player.getByRole('button', { name: 'Forward 10 seconds' }).click()
  await expect.poll(() => read('currentTime')).toBeCloseTo(14, 0)
  await player.getByRole('button', { name: 'Back 10 seconds' }).click()
  await player.getByRole('button', { name: 'Back 10 seconds' }).click()
  await expect.poll(() => read('currentTime')).toBeLessThan(0.1)
})

test('a stream that does not load shows its name, Retry Load and Open Stream', async () => {
  await page.route('**/manifest/video.m3u8', route => route.fulfill({ status: 404, body: '' }))
  await page.goto(address)
  const placeholder = player.getByRole('alert')
  await expect(placeholder.getByText('Unable to load video')).toBeVisible()
  await expect(placeholder.getByText(/^Stream [0-9a-f-]{20,}$/)).toBeVisible()
  await expectSound(page, 'placeholder player')
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    placeholder.getByRole('link', { name: 'Open Stream' }).click(),
  ])
  await expect(opened).toHaveURL(/\/stream\/[0-9a-f-]+\/iframe$/)
  await expect(opened.locator('video')).toBeAttached()
  await opened.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await placeholder.getByRole('button', { name: 'Retry Load' }).click()
  await player.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => read('currentTime')).toBeGreaterThan(0.2)
})

test('a stream that breaks shows a message and is retried', async () => {
  await page.route(/\.(m4s|mp4)(\?|$)/, route => route.fulfill({ status: 404, body: '' }))
  await page.goto(address)
  const alert = player.getByRole('alert')
  await expect(alert.getByText('Video playback error. Please try again.')).toBeVisible()
  await expectSound(page, 'broken stream')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await alert.getByRole('button', { name: 'Try again' }).click()
  await player.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => read('currentTime')).toBeGreaterThan(0.2)
})

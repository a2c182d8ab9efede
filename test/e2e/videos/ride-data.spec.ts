import type { RideDataAnswer } from '#contract/ride-data.ts'
import { type BrowserContext, expect, type Locator, type Page, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { looks, picture, setLook } from '../screens/looks.ts'
import { base, expectSound, scrollUntil, signUp, userIdOf } from '../support.ts'

/** All of these tests look at one simulated ride with sensors. */
test.describe.configure({ mode: 'serial' })
let context: BrowserContext
let page: Page
let id = ''
let map: Locator
let plots: Locator
let video: Locator

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
  })
  page = await context.newPage()
  await signUp(page, 'ride.data@trailcut.example')
  id = await addReadyVideo('long', await userIdOf(page), 'Ride with sensors')
})
test.afterAll(() => context.close())
test.beforeEach(() => {
  map = page.getByRole('slider', { name: 'Map of the ride' })
  plots = page.getByRole('slider', { name: 'Ride data over time' })
  video = page.locator('video')
})

const answer = async (): Promise<RideDataAnswer> =>
  (await page.request.get(`${base()}/api/videos/${id}/ride-data`)).json()

const now = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
const open = async (page: Page) => {
  await page.goto(`${base()}/v/${id}`)
  await scrollUntil(page.getByRole('tab', { name: 'Ride data' }), plots)
}

test('the rider of a short ride that starts at home sees all of its map', async () => {
  const found = await answer()
  expect(found).toMatchObject({ state: 'ready', homeZoneHidden: false })
  expect(found.series.map(({ measure }) => measure)).toEqual(['speed', 'g', 'height', 'turn'])
  await open(page)
  await map.scrollIntoViewIfNeeded()
  await expect(page.getByRole('heading', { name: 'The map is hidden' })).toHaveCount(0)
})

test('clicks, drags and keys on the map and plots move the player, and both follow it', async () => {
  expect((await answer()).track.flat().length).toBeGreaterThan(100)
  await open(page)
  await map.scrollIntoViewIfNeeded()
  await expect(map).toHaveAttribute('aria-valuetext', /^0:00 of 0:40, \d+ mph/)
  const box = (await plots.boundingBox())!
  await plots.click({ position: { x: box.width / 2, y: 50 } })
  await expect.poll(now).toBeCloseTo(20, 0)
  await expect(map).toHaveAttribute('aria-valuetext', /^0:(19|20) of 0:40/)

  await map.press('ArrowRight')
  await expect.poll(now).toBeCloseTo(21, 0)
  await map.press('Home')
  await expect.poll(now).toBe(0)
  await map.press('End')
  await expect.poll(now).toBeCloseTo(40, 0)

  // Drag back along the track: the dot follows the pointer.
  await map.press('Home')
  await expect(map).toHaveAttribute('aria-valuetext', /^0:00 of 0:40/)
  const walker = map.locator('[data-walker]')
  await map.scrollIntoViewIfNeeded()
  const from = (await walker.boundingBox())!
  const area = (await map.boundingBox())!
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(area.x + area.width / 2, area.y + area.height / 2, { steps: 8 })
  await page.mouse.up()
  await expect.poll(now).toBeGreaterThan(5)
  await expect
    .poll(async () => {
      const to = (await walker.boundingBox())!
      return Math.hypot(to.x - from.x, to.y - from.y)
    })
    .toBeGreaterThan(50)
  await expect(async () =>
    expect(await plots.getAttribute('aria-valuenow')).toBe(String(Math.floor(await now()))),
  ).toPass()
})

test('hovering shows the time and value at that point', async () => {
  const box = (await plots.boundingBox())!
  await plots.hover({ position: { x: box.width / 4, y: 50 } })
  await expect(plots.getByText(/^0:(09|10) · \d+ mph$/)).toBeVisible()
})

test('the ride data looks right on phone and desktop, light and dark', async () => {
  await map.press('Home')
  for (const look of looks) {
    await setLook(page, look)
    await expect(map).toBeVisible()
    // The start and end labels sit at the ends of the track in every layout.
    await expect(async () => {
      const area = (await map.boundingBox())!
      const ends = await Promise.all(['Start', 'End'].map(name => map.getByText(name).boundingBox()))
      const middles = ends.map(box => box!.x + box!.width / 2 - area.x)
      expect(middles[0]).toBeCloseTo(45, -1)
      expect(middles[1]).toBeCloseTo(area.width - 45, -1)
    }).toPass()
    const label = `ride-data-${look.width}-${look.colorScheme}`
    // An element half under the header couldn't be clicked.
    await page.evaluate(() => scrollTo(0, 0))
    if (look.first) await expectSound(page, label)
    await picture(page, label, { whole: true })
  }
  await page.emulateMedia({ colorScheme: null })
})

test("units follow the browser's language", async ({ browser }) => {
  const german = await browser.newContext({
    serviceWorkers: 'block',
    locale: 'de-DE',
    storageState: await context.storageState(),
  })
  const tab = await german.newPage()
  await open(tab)
  const there = tab.getByRole('slider', { name: 'Ride data over time' })
  await expect(there).toHaveAttribute('aria-valuetext', /Speed \d+ km\/h, .*Height [\d,]+ m/)
  await german.close()
})

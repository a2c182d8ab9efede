import { expect, type Page, test } from '../fixtures.ts'
import { base, signUp } from '../support.ts'
import { fontsLoaded } from './looks.ts'

/** Opens the page without waiting for its code. Nobody types before the page can be seen, which this script precedes. */
async function openEarly(page: Page): Promise<void> {
  await page.goto(base(), { waitUntil: 'commit' })
  await page.waitForFunction(() => 'earlyInput' in window)
}

test('the page is readable before any script arrives', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(base())
  await expect(page).toHaveTitle('Trailcut: You ride. We find the highlights. You get paid.')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('We find the highlights.')
  await expect(page.getByRole('heading', { name: 'Get Started with Trailcut' })).toBeVisible()
  await context.close()
})

test('text typed before hydration is kept, nothing shifts, and hydration reports no errors', async ({
  page,
}) => {
  const said: string[] = []
  page.on('console', message => message.type() === 'error' && said.push(message.text()))
  page.on('pageerror', error => said.push(String(error)))
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await held.promise
    await route.continue()
  })
  await openEarly(page)
  const email = page.getByRole('textbox', { name: 'Email address' }).first()
  await email.fill('early.bird@trailcut.example')
  const top = () =>
    page.getByRole('heading', { name: 'How It Works' }).evaluate(h => h.getBoundingClientRect().top)
  // A loading font shifts text too; this test is about the scripts.
  await fontsLoaded(page)
  const before = await top()
  held.resolve()
  const start = page.getByRole('button', { name: 'Start Creating Content' }).first()
  await expect(start).toBeEnabled()
  await expect(email).toHaveValue('early.bird@trailcut.example')
  // The example plays, so the whole page is hydrated.
  await expect(page.getByRole('slider').first()).toBeVisible()
  expect(Math.abs((await top()) - before)).toBeLessThan(1)
  expect(said.filter(text => !text.includes('401'))).toEqual([])
  await start.click()
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
})

test('what is typed while the page code is on its way is kept', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/landing-page-*.js', async route => {
    await held.promise
    await route.continue()
  })
  await openEarly(page)
  const email = page.getByRole('textbox', { name: 'Email address' }).first()
  await email.fill('patient@trailcut.example')
  const field = await email.elementHandle()
  held.resolve()
  await expect(page.getByRole('button', { name: 'Start Creating Content' }).first()).toBeEnabled()
  await expect(email).toHaveValue('patient@trailcut.example')
  expect(await field?.evaluate(input => input.isConnected)).toBe(true)
})

test('code that a broken line kept from the page is asked for again, and what is typed is kept', async ({
  page,
}) => {
  let [isDown, refused] = [true, 0]
  await page.route('**/assets/*.js', async route => {
    if (!isDown) return route.continue()
    refused++
    await route.abort('failed')
  })
  await openEarly(page)
  const email = page.getByRole('textbox', { name: 'Email address' }).first()
  await email.fill('tunnel@trailcut.example')
  await expect.poll(() => refused).toBeGreaterThan(0)
  isDown = false
  await expect(page.getByRole('button', { name: 'Start Creating Content' }).first()).toBeEnabled()
  await expect(email).toHaveValue('tunnel@trailcut.example')
})

test('a signed-in visitor gets the dashboard, not the landing page', async ({ page }) => {
  await signUp(page, 'bears.session@trailcut.example')
  const inside = await page.request.get(base())
  expect(await inside.text()).toContain('Creator Dashboard</h1>')
  expect(inside.headers().vary).toContain('Cookie')
})

test('the example plays only when it is in sight, and can be paused and sought', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', request => request.url().endsWith('.mp4') && fetched.push(request.url()))
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto(base())
  const clip = page.getByLabel('A UTV jumps on a desert trail.')
  const position = () => clip.evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect(page.getByRole('button', { name: 'Pause' })).toBeEnabled()
  expect(fetched).toEqual([])

  await clip.scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 300)
  await expect.poll(position).toBeGreaterThan(0)
  expect(fetched.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => clip.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)

  const timeline = page.getByRole('slider').first()
  await timeline.focus()
  await timeline.press('Home')
  await expect.poll(position).toBe(0)
  await timeline.press('PageDown')
  await expect(page.getByText(/^Jump: \d\.\d s of airtime$/)).toBeVisible()
})

test('the example stays still for people who want less motion, until they press play', async ({
  browser,
}) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(base())
  const clip = page.getByLabel('A UTV jumps on a desert trail.')
  const ready = () => clip.evaluate((video: HTMLVideoElement) => [video.paused, video.currentTime])
  const play = page.getByRole('button', { name: 'Play' })
  await expect(play).toBeEnabled()
  expect(await ready()).toEqual([true, 0])
  await play.click()
  await expect.poll(async () => (await ready())[1]).toBeGreaterThan(0)
  await context.close()
})

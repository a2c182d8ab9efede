import { expect, test } from '../fixtures.ts'
import { base, signUp } from '../support.ts'

test('is read before any script has arrived', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(base())
  await expect(page).toHaveTitle('Trailcut: You ride. We find the highlights. You get paid.')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('We find the highlights.')
  await expect(page.getByRole('heading', { name: 'Get Started with Trailcut' })).toBeVisible()
  await context.close()
})

test('what was typed before the scripts came is not lost, nothing moves, and the page is taken over without a fault', async ({
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
  await page.goto(base(), { waitUntil: 'commit' })
  const email = page.getByRole('textbox', { name: 'Email address' }).first()
  await email.fill('early.bird@trailcut.example')
  const top = () =>
    page.getByRole('heading', { name: 'How It Works' }).evaluate(h => h.getBoundingClientRect().top)
  // Text moves when its font arrives; what is asked here is whether the scripts move it.
  await page.evaluate(() => document.fonts.ready)
  const before = await top()
  held.resolve()
  const start = page.getByRole('button', { name: 'Start Creating Content' }).first()
  await expect(start).toBeEnabled()
  await expect(email).toHaveValue('early.bird@trailcut.example')
  // The example plays: the page is alive as a whole.
  await expect(page.getByRole('slider').first()).toBeVisible()
  expect(Math.abs((await top()) - before)).toBeLessThan(1)
  expect(said.filter(text => !text.includes('401'))).toEqual([])
  await start.click()
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
})

test('news that come while the page is being taken over take nothing away', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/landing-page-*.js', async route => {
    await held.promise
    await route.continue()
  })
  const answered = page.waitForResponse('**/api/auth/user')
  await page.goto(base(), { waitUntil: 'commit' })
  const email = page.getByRole('textbox', { name: 'Email address' }).first()
  await email.fill('patient@trailcut.example')
  const field = await email.elementHandle()
  await answered
  held.resolve()
  await expect(page.getByRole('button', { name: 'Start Creating Content' }).first()).toBeEnabled()
  await expect(email).toHaveValue('patient@trailcut.example')
  expect(await field?.evaluate(input => input.isConnected)).toBe(true)
})

test('whoever bears a session gets the app, not the landing screen', async ({ page }) => {
  await signUp(page, 'bears.session@trailcut.example')
  const inside = await page.request.get(base())
  expect(await inside.text()).toContain('<div id="root"></div>')
  expect(inside.headers().vary).toContain('Cookie')
})

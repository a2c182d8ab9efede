import { choose, expectToast, signInTo } from '../accounts.ts'
import { expect, type Page, type Route, test } from '../fixtures.ts'
import { base, signInByProvider } from '../support.ts'

const landing = { name: 'Start Creating Content' }

const logOut = async (page: Page) => {
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', landing).first()).toBeVisible()
}

test('signing out in one tab clears the person from the other', async ({ page, context }) => {
  const email = 'two.tabs@trailcut.example'
  await signInTo(page, email, '/settings')
  await expect(page.getByText('This browser')).toBeVisible()
  const other = await context.newPage()
  await other.goto(base())
  await expect(other.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
  const toLogin = page.waitForURL(/\/interaction\//)
  await logOut(other)
  await toLogin
  // Signing in again returns to the same page.
  await choose(page, email)
  await page.waitForURL(`${base()}/settings`)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  // The other tab, on the landing page, notices the sign-in.
  await expect(other.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
})

test('a sign-in in another tab is noticed by a page whose code is still on its way', async ({
  page,
  context,
}) => {
  const go = Promise.withResolvers<void>()
  const held = page.waitForRequest(/\/assets\/landing-page-/)
  await page.route(/\/assets\/landing-page-/, async route => {
    await go.promise
    await route.continue()
  })
  // Its end of loading waits for what is held.
  await page.goto(base(), { waitUntil: 'commit' })
  await held
  // The rest of the code has found nobody signed in.
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('zone=')
  await signInTo(await context.newPage(), 'quick.tab@trailcut.example')
  go.resolve()
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
})

test('when another person signs in, the other tab switches to them and keeps nothing of the first', async ({
  page,
  context,
}) => {
  await signInTo(page, 'first.person@trailcut.example', '/profile')
  await expect(page.getByText('first.person@trailcut.example')).toBeVisible()
  const other = await context.newPage()
  await signInTo(other, 'second.person@trailcut.example')
  await expect(page.getByText('second.person@trailcut.example')).toBeVisible()
  await expect(page.getByText('first.person@trailcut.example')).toHaveCount(0)
  await expect(page).toHaveURL(`${base()}/profile`)
})

test('a request from a stale page is refused instead of being made as the next person', async ({
  page,
  context,
}) => {
  // Without storage events, this page learns nothing from other tabs.
  await page.addInitScript(() =>
    window.addEventListener('storage', event => event.stopImmediatePropagation(), { capture: true }),
  )
  await signInTo(page, 'unaware@trailcut.example', '/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Biography').fill('Of the first person')
  const other = await context.newPage()
  await signInTo(other, 'newcomer@trailcut.example')
  await page.route('**/api/login*', route => route.fulfill({ status: 204 }))
  const saved = page.waitForResponse('**/api/profile/update')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  expect((await saved).status()).toBe(401)
  await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
  const newcomer = await other.request.get(`${base()}/api/auth/user`)
  expect(await newcomer.json()).toMatchObject({ email: 'newcomer@trailcut.example', biography: null })
})

test('a reload after another person signed in shows that person', async ({ page, context }) => {
  await page.addInitScript(() =>
    window.addEventListener('storage', event => event.stopImmediatePropagation(), { capture: true }),
  )
  await signInTo(page, 'asked.first@trailcut.example', '/creator-dashboard')
  await expect(page.getByRole('button', { name: 'asked.first: account menu' })).toBeVisible()
  const other = await context.newPage()
  await signInTo(other, 'asked.second@trailcut.example')
  await page.reload()
  await expect(page.getByRole('button', { name: 'asked.second: account menu' })).toBeVisible()
})

test('two tabs that notice a new person at the same moment both show them', async ({ page, context }) => {
  const question = '**/api/auth/user'
  await signInTo(page, 'both.first@trailcut.example', '/creator-dashboard')
  await expect(page.getByRole('button', { name: 'both.first: account menu' })).toBeVisible()
  const other = await context.newPage()
  // This page's refusal arrives after the other tab dropped the first person and before it stored the second.
  let questions = 0
  const asksAgain = new Promise<Route>(resolve =>
    other.route(question, route => (questions++ ? resolve(route) : route.continue())),
  )
  const late = new Promise<void>(resolve =>
    page.route(question, async route => {
      const response = await route.fetch()
      if (response.status() === 401) {
        await asksAgain
        resolve()
      }
      await route.fulfill({ response })
    }),
  )
  await signInByProvider(other, 'both.second@trailcut.example')
  await page.reload({ waitUntil: 'commit' })
  await other.goto(base())
  await late
  await expect(page.getByRole('button', { name: 'both.second: account menu' })).toBeVisible()
  await (await asksAgain).continue()
  await expect(other.getByRole('button', { name: 'both.second: account menu' })).toBeVisible()
})

test('Back after signing out shows nothing of the person', async ({ page }) => {
  const email = 'looking.back@trailcut.example'
  await signInTo(page, email, '/profile')
  await page.goto(`${base()}/settings`)
  await expect(page.getByText('This browser')).toBeVisible()
  const seen: string[] = []
  page.on('response', async response => {
    if (!response.url().includes('/api/') || response.status() !== 200) return
    seen.push(await response.text().catch(() => ''))
  })
  await logOut(page)
  seen.length = 0
  await page.route('**/api/login*', route => route.fulfill({ status: 204 }))
  for (const path of ['/settings', '/profile']) {
    // The page leaves for the sign-in page half a second later. Until that navigation has ended, here without
    // an answer, another one would be aborted by it.
    const stayed = page.waitForEvent('requestfailed', request => request.url().includes('/api/login'))
    await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveURL(base() + path)
    await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
    await expect(page.getByText(email)).toHaveCount(0)
    await expect(page.getByText('This browser')).toHaveCount(0)
    await stayed
  }
  expect(seen.join()).not.toContain(email)
})

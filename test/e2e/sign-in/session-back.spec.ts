import { expectToast, signInTo } from '../accounts.ts'
import { chromium, expect, type Page, test } from '../fixtures.ts'
import { base } from '../support.ts'

/** A browser with a back/forward cache, which the other tests run without. */
test.use({
  page: async ({ launchOptions }, use) => {
    const browser = await chromium.launch({
      ...launchOptions,
      // The headless shell has no back/forward cache.
      executablePath: process.env.CHROMIUM_FULL ?? launchOptions.executablePath,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    const page = await browser.newPage({ serviceWorkers: 'block' })
    await page.addInitScript(() => {
      window.addEventListener('pageshow', event => {
        const shown = document.getElementById('root')?.checkVisibility()
          ? (document.body.textContent ?? '')
          : ''
        if (event.persisted) sessionStorage.setItem('kept page', shown)
      })
    })
    await use(page)
    await browser.close()
  },
})

/** The text visible when the browser restored the page from its cache; the browser's reasons if it reloaded it. */
const keptPage = (page: Page) =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as (PerformanceEntry & {
      notRestoredReasons?: unknown
    })[]
    return (
      sessionStorage.getItem('kept page') ??
      `reloaded because of ${JSON.stringify(navigation?.notRestoredReasons)}`
    )
  })

test('Back restores the page as it was while the same person is signed in', async ({ page }) => {
  await signInTo(page, 'kept@trailcut.example', '/profile')
  await expect(page.getByText('kept@trailcut.example')).toBeVisible()
  await page.goto(`${base()}/api/docs`)
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.getByText('kept@trailcut.example')).toBeVisible()
  expect(await keptPage(page)).toContain('kept@trailcut.example')
})

test('Back after signing out: the restored page is empty before it can be seen', async ({ page }) => {
  await signInTo(page, 'kept.out@trailcut.example', '/profile')
  await expect(page.getByText('kept.out@trailcut.example')).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Start Creating Content' }).first()).toBeVisible()
  await page.route('**/api/login*', route => route.fulfill({ status: 204 }))
  await page.goBack({ waitUntil: 'commit' })
  await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
  expect(await keptPage(page)).toBe('')
  await expect(page.getByText('kept.out@trailcut.example')).toHaveCount(0)
})

test('after Back from the provider, the button works again', async ({ page }) => {
  await page.goto(base())
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  await page.goBack({ waitUntil: 'commit' })
  await expect(header.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled()
  expect(await keptPage(page)).toContain('Sign in with Google')
})

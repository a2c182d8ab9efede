import { newLinkToken } from '#server/accounts/sign-in/link-token.ts'
import { expect, runOnOwnServer, test } from '../fixtures.ts'
import { judge } from '../screens/judge.ts'
import { base } from '../support.ts'

// Google can't be reached from here, as if it were down.
runOnOwnServer({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' })
test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

/** The families that the page loaded itself. */
async function loadedFonts(): Promise<string[]> {
  await document.fonts.ready
  const loaded = [...document.fonts].filter(({ status }) => status === 'loaded')
  return [...new Set(loaded.map(({ family }) => family.replaceAll('"', '')))].sort()
}

test('an address that a browser opens answers with a page and a way on, never with JSON', async ({
  page,
}) => {
  await page.goto(`${base()}/api/login`)
  await expect(page.getByRole('heading', { name: "That didn't work" })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(/We can't reach the sign-in service/)
  await judge(page, 'full-page-login')
  expect(await page.evaluate(loadedFonts)).toEqual(['Barlow Condensed', 'Inter Variable'])
  const again = Promise.all([page.waitForRequest('**/api/login'), page.waitForEvent('load')])
  await page.getByRole('link', { name: 'Try again' }).tap()
  await again
  await page.goto(`${base()}/api/profile/export`)
  await expect(page.getByRole('alert')).toHaveText('Sign in first, then open this address again.')
  await judge(page, 'full-page-download')
  await page.getByRole('link', { name: 'Sign in' }).tap()
  await expect(page.getByText('Get Started with Trailcut').first()).toBeVisible()

  for (const path of ['/api/nowhere', '/api/mail/unsubscribe/x', `/api/auth/link?token=${'x'.repeat(300)}`]) {
    await page.goto(base() + path)
    await expect(page.getByRole('link', { name: 'Trailcut' }).first(), path).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  }
  await page.goto(`${base()}/api/auth/link?token=${newLinkToken(new Date(Date.now() - 1000))}`)
  await expect(page.getByRole('button', { name: 'Email me a new link' })).toBeVisible()
})

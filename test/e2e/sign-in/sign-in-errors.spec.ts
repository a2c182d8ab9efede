import { choose, expectToast, signInTo } from '../accounts.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { closeToast } from '../staff/staff-support.ts'
import { base } from '../support.ts'

const button = '.trailcut-gsi-button'

/** Picks an account in the window of the provider's button. */
async function chooseByButton(page: Page, email: string, how?: { verified: boolean }): Promise<void> {
  await page.goto(base())
  const opened = page.waitForEvent('popup')
  await page.locator(button).first().click()
  await choose(await opened, email, how)
}

/** Replaces the provider's script. */
const replaceScript = (page: Page, body: string) =>
  page.route('**/gsi/client', route => route.fulfill({ contentType: 'text/javascript', body }))

test("canceling on the provider's page returns to the sign-in page with a message", async ({ page }) => {
  await page.goto(`${base()}/api/login`)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectToast(page, 'Sign In Canceled', 'You can sign in anytime.')
  await expect(page).toHaveURL(`${base()}/`)
})

test("a failure on the provider's page shows 'Sign In Failed'", async ({ page }) => {
  await page.goto(`${base()}/api/login`)
  await choose(page, 'unproved@trailcut.example', { verified: false })
  await expectToast(
    page,
    'Sign In Failed',
    "Google hasn't verified this account's email address. Verify it with Google, or use the email form.",
  )
  await page.goto(`${base()}/?signInError=failed`)
  await expectToast(page, 'Sign In Failed', 'Failed to sign in with Google. Please try again.')
  // Shown once: a reload shows nothing, and text from the URL is never shown.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Sign In Failed')).toHaveCount(0)
  await page.goto(`${base()}/?signInError=<b>call+0900</b>`)
  await expectToast(page, 'Sign In Failed', 'Failed to sign in with Google. Please try again.')
})

test('an address unknown to the provider shows auth/unauthorized-domain', async ({ page, context }) => {
  const other = 'http://trailcut.test'
  await context.route(`${other}/**`, async route => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: base() + pathname + search }) })
  })
  await page.goto(other)
  await page.getByRole('button', { name: 'Sign in with Google' }).first().click()
  await expectToast(
    page,
    'Sign In Failed',
    "This domain is not authorized for Google sign-in. Please add the current domain to the identity provider's authorized domains.",
  )
  await expect(page).toHaveURL(`${other}/`)
  await expect(page.getByRole('button', { name: 'Sign in with Google' }).first()).toBeEnabled()
  await expect(page.locator(button)).toHaveCount(0)
})

test("a rejected credential shows 'Sign-in Failed' with the server's message, or its own", async ({
  page,
}) => {
  await chooseByButton(page, 'unproved@trailcut.example', { verified: false })
  await expectToast(
    page,
    'Sign-in Failed',
    "This account's email address isn't verified. Verify it first, then sign in again.",
  )
  await expect(page.locator(button).first()).toBeVisible()

  await page.route('**/api/auth/google/token', route => route.abort())
  await chooseByButton(page, 'no.line@trailcut.example')
  await expectToast(page, 'Sign-in Failed', 'Failed to sign in with Google. Please try again.')
  await page.unrouteAll()
  // The next try signs in.
  const opened = page.waitForEvent('popup')
  await page.locator(button).last().click()
  await choose(await opened, 'no.line@trailcut.example')
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
})

for (const [what, break_] of [
  ['cannot be loaded', (page: Page) => page.route('**/gsi/client', route => route.abort())],
  ['is not what it should be', (page: Page) => replaceScript(page, 'window.google = {}')],
] as const)
  test(`when the button's script ${what}, 'Google Sign-In Error' is shown and the provider's page still works`, async ({
    page,
  }) => {
    await break_(page)
    await page.goto(base())
    await expectToast(page, 'Google Sign-In Error', 'Failed to initialize Google sign-in. Please try again.')
    await page.locator('main').getByRole('button', { name: 'Sign in with Google' }).click()
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  })

test("a button that returns no credential shows 'Authentication Error'", async ({ page }) => {
  await replaceScript(
    page,
    `let config
    window.google = { accounts: { id: {
      initialize(given) { config = given },
      renderButton(parent) {
        const button = document.createElement('button')
        button.textContent = 'Give nothing'
        button.onclick = () => config.callback({})
        parent.replaceChildren(button)
      },
    } } }`,
  )
  await page.goto(base())
  await page.getByRole('button', { name: 'Give nothing' }).first().click()
  await expectToast(page, 'Authentication Error', 'No credential received from Google')
})

test("a failed sign-up shows 'Sign In Failed' / 'Please try again.' and keeps the typed values", async ({
  page,
}) => {
  await page.goto(base())
  const form = page.getByLabel('Email address').first()
  const submit = page.getByRole('button', { name: 'Start Creating Content' }).first()
  for (const answer of [{ status: 500 }, { status: 429 }, 'abort'] as const) {
    await page.route('**/api/auth/simple-signup', route =>
      answer === 'abort'
        ? route.abort()
        : route.fulfill({ ...answer, json: { code: 'internal', message: 'x' } }),
    )
    await form.fill('unlucky@trailcut.example')
    await submit.click()
    await expectToast(page, 'Sign In Failed', 'Please try again.')
    await expect(form).toHaveValue('unlucky@trailcut.example')
    await expect(submit).toBeEnabled()
    await closeToast(page)
    await page.unrouteAll()
  }
})

test("slow requests show 'Creating Account...' and 'Signing in...'", async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route(/simple-signup|google\/token/, async route => {
    await held.promise
    await route.continue()
  })
  await page.goto(base())
  await page.getByLabel('Email address').first().fill('patient@trailcut.example')
  await page.getByRole('button', { name: 'Start Creating Content' }).first().click()
  const creating = page.getByRole('button', { name: 'Creating Account...' })
  await expect(creating).toBeDisabled()
  await expect(creating).toHaveAttribute('aria-busy', 'true')
  await page.reload()
  await chooseByButton(page, 'patient.too@trailcut.example')
  const signing = page.locator('main').getByRole('button', { name: 'Signing in...' })
  await expect(signing).toBeDisabled()
  await expect(page.locator(button).first()).toBeHidden()
  held.resolve()
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
})

test('the button shows progress on the way to the provider, and works again after Back', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/app', async route => {
    await held.promise
    await route.continue()
  })
  await page.goto(base())
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(header.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  held.resolve()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  await page.goBack()
  await expect(header.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled()
})

test("signing out shows 'Logout Failed' while the session lives, and 'Logged Out' once it has ended", async ({
  page,
}) => {
  await signInTo(page, 'leaving@trailcut.example')
  await page.goto(`${base()}/terms`)
  const logout = page.getByRole('button', { name: 'Logout' })
  await page.route('**/api/auth/logout', route => route.fulfill({ status: 500, body: '' }))
  await logout.click()
  await expectToast(page, 'Logout Failed', 'Failed to log out. Please try again.')
  expect((await page.request.get(`${base()}/api/auth/user`)).status()).toBe(200)
  await page.unrouteAll()
  await logout.click()
  await expectToast(page, 'Logged Out', 'Successfully logged out.')
  await expect(page).toHaveURL(`${base()}/`)
  expect((await page.request.get(`${base()}/api/auth/user`)).status()).toBe(401)
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('userToken')
})

test("signing out without reaching the server shows 'Logged out' / 'You have been signed out locally'", async ({
  page,
}) => {
  await signInTo(page, 'offline.leaver@trailcut.example', '/settings')
  await page.route('**/api/auth/logout', route => route.abort())
  await page.getByRole('button', { name: 'Sign out here' }).click()
  await expectToast(page, 'Logged out', 'You have been signed out locally')
  await expect(page.getByRole('button', { name: 'Start Creating Content' }).first()).toBeVisible()
  // The cookie is still valid, but the page must not treat it as a sign-in.
  expect((await page.request.get(`${base()}/api/auth/user`)).status()).toBe(200)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Start Creating Content' }).first()).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('userToken')
  // Back online, the next visit signs out at the server.
  await page.unrouteAll()
  const signedOut = page.waitForResponse('**/api/auth/logout')
  await page.reload()
  expect((await signedOut).status()).toBe(200)
  expect((await page.request.get(`${base()}/api/auth/user`)).status()).toBe(401)
  await signInTo(page, 'offline.leaver@trailcut.example', '/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

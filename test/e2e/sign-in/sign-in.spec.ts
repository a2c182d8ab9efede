import { linkOver } from '#server/accounts/sign-in/link-page.ts'
import { newLinkToken } from '#server/accounts/sign-in/link-token.ts'
import {
  choose,
  closing,
  expectToast,
  linkMailsTo,
  notedToasts,
  noteToasts,
  setUpTwoStep,
  signInTo,
} from '../accounts.ts'
import { expect, test } from '../fixtures.ts'
import { judge } from '../screens/judge.ts'
import { base, signUp } from '../support.ts'

const dashboard = { name: 'Creator Dashboard' }
const signUpForm = { name: 'Start Creating Content' }

test('a new address gets an account at once and a greeting', async ({ page }) => {
  await page.goto(base())
  const form = page.getByLabel('Email address').first()
  const submit = page.getByRole('button', signUpForm).first()
  await expect(submit).toBeDisabled()
  await form.fill('no address')
  await submit.click()
  expect(await form.evaluate((field: HTMLInputElement) => field.validity.typeMismatch)).toBe(true)
  await form.fill('brand.new@trailcut.example')
  await submit.click()
  await expect(page.getByRole('heading', dashboard)).toBeVisible()
  await expectToast(page, 'Welcome!', 'Successfully signed in!')
  await expect(page.getByRole('button', { name: 'brand.new: account menu' })).toBeVisible()
  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect(stored).toMatchObject({ userEmail: 'brand.new@trailcut.example' })
  expect(stored.userToken).toMatch(/^[0-9a-f-]{36}$/)
})

test('a known address gets a link by email that works once and then says it was used', async ({
  page,
  browser,
}) => {
  const email = 'known@trailcut.example'
  await signInTo(page, email)
  const other = await (await browser.newContext()).newPage()
  await other.goto(base())
  await other.getByLabel('Email address').first().fill(email)
  await other.getByRole('button', signUpForm).first().click()
  await expect(other.getByText('Check your email')).toBeVisible()
  await expect(other.getByText(`${email} already has an account.`)).toBeVisible()
  await expect(other.getByRole('button', { name: 'Use another email' })).toBeVisible()
  expect((await other.context().cookies()).filter(({ name }) => name.includes('session'))).toEqual([])

  await other.getByRole('link', { name: 'Open mailbox' }).click()
  await expect(other.getByRole('heading', { name: 'Mailbox' })).toBeVisible()
  const link = other.locator('a[href*="/api/auth/link"]').first()
  const address = (await link.getAttribute('href')) as string
  await link.click()
  await expect(other.getByRole('heading', { name: 'Sign in to Trailcut' })).toBeVisible()
  await expect(other.getByText(`You're signing in as ${email}.`)).toBeVisible()
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByRole('heading', dashboard)).toBeVisible()
  // Already signed in, the link opens the app, which says so.
  await other.goto(address)
  await expect(other.getByRole('heading', dashboard)).toBeVisible()
  await expectToast(other, "You're already signed in", 'That sign-in link has already been used.')

  await other.context().clearCookies()
  await other.goto(address)
  await expect(other.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(other.getByText(linkOver.used.in('en'))).toBeVisible()
  await judge(other, 'mailed-link-over')
  await other.getByLabel('Email address').fill(email)
  await other.getByRole('button', { name: 'Email me a new link' }).click()
  await expect(other.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect.poll(async () => (await linkMailsTo(other.request, email)).length).toBe(2)
  await other.context().close()
})

test('a link opened in another browser asks for the address, even without scripts, and a bad or expired one signs nobody in', async ({
  page,
  browser,
}) => {
  const email = 'two.browsers@trailcut.example'
  await signInTo(page, email)
  await page.request.post(`${base()}/api/auth/sign-in-link`, { data: { email } })
  await expect.poll(async () => (await linkMailsTo(page.request, email)).length).toBe(1)
  const [mail] = await linkMailsTo(page.request, email)
  const link = mail?.links.find(url => url.includes('/api/auth/link')) as string
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await plain.goto(link)
  await plain.getByLabel('Email address').fill('somebody.else@trailcut.example')
  await plain.getByRole('button', { name: 'Sign in' }).click()
  await expect(plain.getByText("That isn't the address this link was sent to.")).toBeVisible()
  expect(await plain.context().cookies()).toEqual([])
  await plain.context().close()

  const phone = await (await browser.newContext()).newPage()
  await phone.goto(link)
  await expect(phone.getByText(email)).toHaveCount(0)
  await judge(phone, 'mailed-link')
  await phone.getByLabel('Email address').fill(email)
  await phone.getByRole('button', { name: 'Sign in' }).click()
  await expect(phone.getByRole('heading', dashboard)).toBeVisible()
  await phone.context().close()

  const stranger = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  for (const [end, sentence] of [
    [Date.now() - 1000, linkOver.expired],
    [Date.now() + 600_000, linkOver.used],
  ] as const) {
    await stranger.goto(`${base()}/api/auth/link?token=${newLinkToken(new Date(end))}`)
    await expect(stranger.getByText(sentence.in('en'))).toBeVisible()
  }
  await stranger.getByLabel('Email address').fill(email)
  await stranger.getByRole('button', { name: 'Email me a new link' }).click()
  await expect(stranger.getByText('If this address has an account')).toBeVisible()
  await expect.poll(async () => (await linkMailsTo(page.request, email)).length).toBe(2)
  await stranger.context().close()
})

test("signing in on the provider's page works from the header and returns there", async ({ page }) => {
  await noteToasts(page)
  await page.goto(base())
  await page.getByRole('banner').getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  await choose(page, 'by.page@trailcut.example', { name: 'Pat Page' })
  await expect(page.getByRole('heading', dashboard)).toBeVisible()
  await expect
    .poll(() => notedToasts(page))
    .toEqual(['Welcome to Trailcut!Successfully signed in with Google'])
  await expect(page.getByRole('button', { name: 'Pat: account menu' })).toBeVisible()
})

test("the provider's button signs in through a window, without a page in between", async ({ page }) => {
  await noteToasts(page)
  await page.goto(base())
  const button = page.locator('.trailcut-gsi-button').first()
  await expect(button).toHaveText('Sign in with Google')
  expect((await button.boundingBox())?.width).toBe(400)
  const opened = page.waitForEvent('popup')
  const sent = page.waitForRequest('**/api/auth/google/token')
  await button.click()
  const window = await opened
  await choose(window, 'by.button@trailcut.example', { name: 'Bo Button' })
  const { credential, nonce } = (await sent).postDataJSON() as Record<string, string>
  const claims = JSON.parse(Buffer.from(credential?.split('.')[1] as string, 'base64url').toString())
  expect(claims).toMatchObject({ email: 'by.button@trailcut.example', nonce })
  expect(nonce).toMatch(/^[0-9a-f]{32}$/)
  await expect(page.getByRole('heading', dashboard)).toBeVisible()
  await expect
    .poll(() => notedToasts(page))
    .toEqual(['Welcome to Trailcut!Successfully signed in with Google'])
  expect(window.isClosed()).toBe(true)
  expect(await page.evaluate(() => localStorage.getItem('userEmail'))).toBe('by.button@trailcut.example')
})

test("closing the provider's window changes nothing", async ({ page }) => {
  await page.goto(base())
  const opened = page.waitForEvent('popup')
  await page.locator('.trailcut-gsi-button').last().click()
  const window = await opened
  await closing(window, () => window.getByRole('button', { name: 'Cancel' }).click())
  await expect(page.locator('.trailcut-gsi-button').last()).toBeEnabled()
  await expect(page.getByRole('listitem').filter({ hasText: 'Failed' })).toHaveCount(0)
})

test('two-step verification guards every way to sign in, and each code works once', async ({
  page,
  browser,
}) => {
  const email = 'two.factors@trailcut.example'
  await signInTo(page, email)
  const codes = await setUpTwoStep(page.request)

  const ways: ((other: typeof page) => Promise<unknown>)[] = [
    async other => {
      await other.goto(base())
      const opened = other.waitForEvent('popup')
      await other.locator('.trailcut-gsi-button').first().click()
      await choose(await opened, email)
    },
    async other => {
      await other.request.post(`${base()}/api/auth/sign-in-link`, { data: { email } })
      await expect.poll(async () => (await linkMailsTo(other.request, email)).length).toBe(1)
      const [mail] = await linkMailsTo(other.request, email)
      await other.goto(mail?.links.find(url => url.includes('/api/auth/link')) as string)
      await other.getByRole('button', { name: 'Sign in' }).click()
    },
    other => signInTo(other, email),
  ]
  for (const [i, way] of ways.entries()) {
    const context = await browser.newContext()
    const other = await context.newPage()
    await way(other)
    await expect(other.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
    await other.goto(`${base()}/profile`)
    await expect(other.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
    for (const code of i > 0 ? [codes[i - 1] as string, codes[i] as string] : [codes[0] as string]) {
      await other.getByLabel('Code', { exact: true }).fill(code)
      await other.getByRole('button', { name: 'Confirm' }).click()
      if (code !== codes[i]) await expect(other.getByText("That code isn't right")).toBeVisible()
    }
    await expect(other.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    await context.close()
  }
})

test('when the owner of an address signs in with the button, a session opened with that address ends', async ({
  page,
  browser,
}) => {
  const email = 'contested@trailcut.example'
  await signUp(page, email)
  const owner = await (await browser.newContext()).newPage()
  await owner.goto(base())
  const opened = owner.waitForEvent('popup')
  await owner.locator('.trailcut-gsi-button').first().click()
  await choose(await opened, email)
  await expect(owner.getByRole('heading', dashboard)).toBeVisible()
  await owner.context().close()
  // A tab that notices its ended session leaves for the sign-in page, which can abort this.
  await expect(() => page.goto(base())).toPass()
  await expect(page.getByRole('button', signUpForm).first()).toBeVisible()
})

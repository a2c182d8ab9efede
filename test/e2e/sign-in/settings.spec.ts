import { codeOf } from '#test/harness/authenticator.ts'
import { signInTo } from '../accounts.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { closeToast } from '../staff/staff-support.ts'
import { base, lookInThemes, signUp } from '../support.ts'

/** A tab that notices its ended session navigates away, which can abort the reload. */
const reload = (page: Page) => expect(() => page.reload()).toPass()

for (const width of [390, 1440])
  test(`settings, two-step verification and deletion at ${width} px, light and dark`, async ({ browser }) => {
    const email = `settings.${width}@trailcut.example`
    const open = async () => (await browser.newContext({ viewport: { width, height: 844 } })).newPage()
    // Somebody signs up with the address and uploads; then its owner signs in.
    const typist = await open()
    await signUp(typist, email)
    await typist.request.post(`${base()}/api/videos/upload-url`, { data: { fileName: 'before.mp4' } })
    const phone = await open()
    await signInTo(phone, email, '/')
    await expect(phone.getByText('1 upload needs your decision')).toBeVisible()
    await expect(phone.getByRole('link', { name: 'Review' })).toHaveAttribute('href', '/settings')
    await lookInThemes(phone, 'held-uploads-banner')
    const page = await open()
    await signInTo(page, email, '/settings')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect(page.getByText('before.mp4')).toBeVisible()
    await expect(page.getByText('This browser')).toBeVisible()
    await lookInThemes(page, 'settings')
    await page.getByRole('button', { name: 'Accept uploads' }).click()
    await expect(page.getByText('before.mp4')).toHaveCount(0)

    const homeZone = page.getByRole('switch', { name: 'Hide where my rides start and end' })
    await expect(homeZone).toBeChecked()
    await homeZone.click()
    await expect(page.getByText('Profile updated successfully', { exact: true })).toBeVisible()
    await page.reload()
    await expect(homeZone).not.toBeChecked()

    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(page.getByText('Signed out everywhere else', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)
    // It may be on its way to the sign-in page already.
    await expect(() => phone.goto(base())).toPass()
    await expect(phone.getByText('Get Started with Trailcut').first()).toBeVisible()

    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    const secret = (await page.locator('dd').textContent()) ?? ''
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText("That code isn't right")).toBeVisible()
    await lookInThemes(page, 'two-factor-setup')
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
    await closeToast(page)
    await expect(page.getByText('Signed out everywhere else', { exact: true })).toHaveCount(0)
    await lookInThemes(page, 'recovery-codes')
    const code = (await page.locator('ul.font-mono li').first().textContent()) ?? ''
    await page.getByRole('button', { name: "I've saved them" }).click()
    await expect(page.getByText('Recovery codes left: 10')).toBeVisible()

    // The next sign-in asks for the code, on any page.
    const again = await open()
    await signInTo(again, email, '/settings')
    await expect(again.getByRole('heading', { level: 1, name: 'Two-step verification' })).toBeVisible()
    await lookInThemes(again, 'two-factor')
    await again.getByLabel('Code', { exact: true }).fill(code)
    await again.keyboard.press('Enter')
    await expect(again.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect(again.getByText('Recovery codes left: 9')).toBeVisible()

    const download = again.waitForEvent('download')
    await again.getByRole('link', { name: 'Download your data' }).click()
    expect((await download).suggestedFilename()).toBe('trailcut-data.zip')

    await again.getByRole('button', { name: 'Delete account' }).click()
    const dialog = again.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Delete everything' })).toBeDisabled()
    await lookInThemes(again, 'delete-account')
    await dialog.getByLabel('Your email address').fill(email)
    await dialog.getByRole('button', { name: 'Delete everything' }).click()
    await expect(again.getByText('Account deleted', { exact: true })).toBeVisible()
    await expect(again.getByText('Get Started with Trailcut').first()).toBeVisible()
    // The other browser's session has ended too, and it goes to the sign-in page.
    await reload(page)
    await page.waitForURL(/\/interaction\//)
  })

for (const width of [390, 1440])
  test(`emails without a notification have a switch of their own at ${width} px`, async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width, height: 844 },
      isMobile: width === 390,
      hasTouch: width === 390,
    })
    const page = await context.newPage()
    await signInTo(page, `mail.switches.${width}@trailcut.example`, '/settings#notification-preferences')
    const of = (name: string) => page.getByRole('switch', { name: `${name}: Email` })
    const press = (name: string) => (width === 390 ? of(name).tap() : of(name).click())
    for (const name of ['Upload received', 'Analysis completed', 'Weekly digest']) {
      await expect(of(name)).toBeChecked()
      await expect(page.getByRole('switch', { name: `${name}: In app` })).toHaveCount(0)
    }
    const saved = page.waitForResponse('**/api/notifications/mail-preferences')
    await press('Weekly digest')
    expect((await saved).status()).toBe(200)
    await lookInThemes(page, 'mail-switches')
    await page.reload()
    await expect(of('Weekly digest')).not.toBeChecked()
    await expect(of('Upload received')).toBeChecked()

    await page.route('**/api/notifications/mail-preferences', route =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    )
    await press('Upload received')
    await expect(page.getByText('Preference Not Saved', { exact: true }).first()).toBeVisible()
    await expect(of('Upload received')).toBeChecked()
    await context.close()
  })

import { codeOf } from '#test/harness/authenticator.ts'
import { closing, expectToast, signInTo } from '../accounts.ts'
import { expect, type Locator, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { base } from '../support.ts'

runOnOwnServer()

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate(element => element === document.activeElement)) return
  }
  throw new Error(`The Tab key does not reach ${target}`)
}

/** Expects a visible focus outline. */
const expectOutlined = async (target: Locator) =>
  expect(await target.evaluate(element => getComputedStyle(element).outlineStyle)).not.toBe('none')

test('a person signs up, and signs out from the account menu', async ({ page }) => {
  await page.goto(base())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  const form = page.getByLabel('Email address').first()
  await tabTo(page, form)
  await expectOutlined(form)
  await page.keyboard.type('keys.only@trailcut.example')
  await tabTo(page, page.getByRole('button', { name: 'Start Creating Content' }).first())
  await page.keyboard.press('Space')
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()

  // F8 moves to the toast, Escape moves back.
  await expectToast(page, 'Welcome!', 'Successfully signed in!')
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Successfully signed in!')).toHaveCount(0)

  const menu = page.getByRole('button', { name: 'keys.only: account menu' })
  await tabTo(page, menu)
  await expectOutlined(menu)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Start Creating Content' }).first()).toBeVisible()
})

test("a person signs in with the provider's button and window, then on its page", async ({ page }) => {
  await page.goto(base())
  await tabTo(page, page.locator('.trailcut-gsi-button').first())
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const window = await opened
  await tabTo(window, window.getByLabel('Email', { exact: true }))
  await window.keyboard.type('keys.button@trailcut.example')
  await closing(window, () => window.keyboard.press('Enter'))
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
  await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Logout' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Sign in with Google' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: /^Sam Rivers/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sam: account menu' })).toBeVisible()
})

test('the profile is opened from the menu, changed and saved', async ({ page }) => {
  await signInTo(page, 'keys.profile@trailcut.example')
  await tabTo(page, page.getByRole('button', { name: /account menu$/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Edit Profile' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Biography'))
  await page.keyboard.type('By keys alone')
  await tabTo(page, page.getByLabel('Experience level'))
  await page.keyboard.press('ArrowDown')
  await tabTo(page, page.getByRole('button', { name: 'Save Profile' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Profile updated successfully')
  await expect(page.getByText('By keys alone')).toBeVisible()
  await expect(page.getByText('Beginner', { exact: true })).toBeVisible()
  // The form has closed without losing the focus.
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
})

test('a menu that is opened while a page is on its way stays open when it arrives', async ({ page }) => {
  await signInTo(page, 'keys.early@trailcut.example')
  const arrival = Promise.withResolvers<void>()
  await page.route(/\/assets\/premium-page-/, async route => {
    await arrival.promise
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Premium' }).click()
  await expect(page).toHaveURL(`${base()}/premium`)
  await page.getByRole('button', { name: /account menu$/ }).click()
  const item = page.getByRole('menuitem', { name: 'Profile' })
  await expect(item).toBeVisible()
  arrival.resolve()
  await expect(page).toHaveTitle(/^Premium/)
  await expect(item).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(item).toHaveCount(0)
})

test('two-step verification is set up in settings, from the key to the recovery codes', async ({ page }) => {
  await signInTo(page, 'keys.factor@trailcut.example', '/settings')
  await tabTo(page, page.getByRole('button', { name: 'Set up', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const secret = (await page.locator('dd').textContent()) ?? ''
  await tabTo(page, page.getByLabel('Code', { exact: true }))
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText("That code isn't right")).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: "I've saved them" }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Recovery codes left: 10')).toBeVisible()
})

test('a dialog traps the focus, and Escape closes it and returns the focus', async ({ page }) => {
  await signInTo(page, 'keys.dialog@trailcut.example', '/settings')
  const opener = page.getByRole('button', { name: 'Delete account' })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete account' })
  await expect(dialog).toBeVisible()
  const within = () => dialog.evaluate(element => element.contains(document.activeElement))
  const places = new Set<string>()
  for (const key of [...Array(6).fill('Tab'), ...Array(6).fill('Shift+Tab')]) {
    await page.keyboard.press(key)
    expect(await within(), key).toBe(true)
    places.add(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80) ?? ''))
  }
  expect(places.size).toBeGreaterThan(1)
  await dialog.getByLabel('Your email address').focus()
  await page.keyboard.type('keys.dialog@trailcut.example')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()

  await page.keyboard.press('Space')
  await expect(dialog).toBeVisible()
  await tabTo(page, dialog.getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Enter')
  await expect(opener).toBeFocused()
})

test("the enhanced dashboard's upload dialog and bell return the focus", async ({ page }) => {
  await signInTo(page, 'admin@trailcut.example', '/enhanced-dashboard')
  const upload = page.getByRole('button', { name: 'Upload New Video' }).first()
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  for (const opener of [upload, bell]) {
    await tabTo(page, opener)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
})

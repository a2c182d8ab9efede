import { setUpTwoStep, signInTo } from '../accounts.ts'
import { expect, test } from '../fixtures.ts'
import { base } from '../support.ts'
import { h1, look, shownTo } from './axe-support.ts'

test.describe('signed out', () => {
  for (const path of [...shownTo('anyone'), '/api/auth/link?token=used', '/no-such-page', '/api/login'])
    test(`has no axe violations at ${path}`, async ({ page }) => {
      await page.goto(base() + path)
      await look(page, h1(page))
    })

  test('the landing page and a toast have no axe violations', async ({ page }) => {
    await page.goto(`${base()}/?signInError=failed`)
    await expect(page.locator('.trailcut-gsi-button').first()).toBeVisible()
    const toast = page.getByRole('listitem').getByText('Sign In Failed', { exact: true })
    await expect(toast).toBeVisible()
    // A focused toast stays open.
    await page.keyboard.press('F8')
    await look(page, toast)
  })
})

test("a rider's dashboard, menu, bell and forms have no axe violations", async ({ page }) => {
  await signInTo(page, 'axe.rider@trailcut.example')
  await look(page, h1(page))
  await page.getByRole('button', { name: /account menu$/ }).click()
  await look(page, page.getByRole('menu'))
  await page.keyboard.press('Escape')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click()
  await look(page, page.getByRole('dialog'))
  await page.goto(`${base()}/profile`)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await look(page, page.getByLabel('Biography'))
})

test('two-step verification, its setup and account deletion have no axe violations', async ({ page }) => {
  const email = 'axe.factor@trailcut.example'
  await signInTo(page, email, '/settings')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await look(page, page.getByRole('img', { name: /^QR code/ }))
  await page.getByRole('button', { name: 'Delete account' }).click()
  await look(page, page.getByRole('dialog'))
  await setUpTwoStep(page.request)
  await page.request.post(`${base()}/api/auth/logout`, { data: {} })
  await signInTo(page, email)
  await look(page, page.getByLabel('Code', { exact: true }))
})

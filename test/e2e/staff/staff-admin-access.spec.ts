import { expect, runOnOwnServer, test } from '../fixtures.ts'
import { base, lookAt, signInByProvider, userIdOf } from '../support.ts'
import { openAsRider, openAsStaff, toastOf } from './staff-support.ts'

/** Visitors without access to the admin pages or the product, and the messages they get. */
test.describe.configure({ mode: 'serial', timeout: 180_000 })

runOnOwnServer()

test('a suspended rider sees why on every page', async ({ browser }) => {
  const email = 'suspended.rider@trailcut.example'
  const rider = await openAsRider(browser, email)
  const admin = await openAsStaff(browser, 'admin')
  const suspended = await admin.request.post(`${base()}/api/admin/users/${await userIdOf(rider)}/suspend`, {
    data: { reason: 'Bots.' },
  })
  expect(suspended.status()).toBe(200)
  await admin.context().close()
  await signInByProvider(rider, email)
  await rider.goto(base())
  const banner = rider.getByRole('region', { name: 'Your account is suspended' })
  await expect(banner).toContainText(/Since \w+ \d+, \d{4}. Reason: Bots./)
  await expect(banner).toContainText('You can still watch and download your rides')
  await expect(banner.getByRole('link', { name: 'Contact us' })).toHaveAttribute(
    'href',
    'mailto:hello@trailcut.example',
  )
  await expect(rider.getByText('No videos uploaded yet')).toBeVisible()
  await expect(rider.getByRole('main').getByRole('link', { name: /^Upload/ })).toHaveCount(0)
  await lookAt(rider, 'suspended', banner)
  await rider.goto(`${base()}/upload`)
  await expect(rider.getByText("You can't upload while your account is suspended")).toBeVisible()
  await expect(rider.locator('input[type=file]')).toHaveCount(0)
  await lookAt(rider, 'suspended-upload', banner)
  await rider.context().close()
})

test('other staff are refused with a message', async ({ browser }) => {
  const moderator = await openAsStaff(browser, 'moderator')
  for (const path of ['/admin', '/admin/audit-log']) {
    await moderator.goto(base() + path)
    await expect(toastOf(moderator, 'Access Denied')).toBeVisible()
    await expect(toastOf(moderator, "You don't have permission to access the admin dashboard.")).toBeVisible()
    await expect(moderator.getByRole('tab')).toHaveCount(0)
  }
  await moderator.context().close()
})

test('losing the session shows a message and leads to the sign-in page', async ({ browser }) => {
  const rider = await openAsRider(browser, 'listed.rider@trailcut.example')
  await rider.context().close()
  const lost = await openAsStaff(browser, 'admin')
  await lost.goto(`${base()}/admin?tab=users`)
  await expect(lost.getByRole('combobox', { name: /^Role of / }).first()).toBeVisible()
  await lost.context().clearCookies()
  // The page stays open, so that even a slow machine can read the message.
  await lost.route('**/api/login*', route => route.fulfill({ status: 204 }))
  const login = lost.waitForRequest(/\/api\/login/)
  await lost
    .getByRole('combobox', { name: /^Role of listed.rider/ })
    .first()
    .selectOption('moderator')
  await expect(toastOf(lost, 'Unauthorized')).toBeVisible()
  await expect(toastOf(lost, 'You are logged out. Logging in again...')).toBeVisible()
  await login
  await lost.context().close()
})

import { expect, runOnOwnServer, test } from '../fixtures.ts'
import { base, lookAt } from '../support.ts'
import { openAsRider, openAsStaff, toastOf } from './staff-support.ts'

/** Visitors without access to the admin pages or the product, and the messages they get. */
test.describe.configure({ mode: 'serial', timeout: 180_000 })

runOnOwnServer()

test('a suspended rider sees why on every page', async ({ browser }) => {
  // The account as the server returns it while suspended; the endpoint is tested at the server.
  const suspended = await openAsRider(browser, 'suspended.rider@trailcut.example')
  await suspended.route('**/api/auth/user', async route => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), suspendedReason: 'Bots.' } })
  })
  await suspended.goto(base())
  await expect(suspended.getByText('Your account is suspended')).toBeVisible()
  await expect(suspended.getByText('Bots.', { exact: false })).toBeVisible()
  // The banner comes before the page below it has loaded.
  await expect(suspended.getByRole('heading', { level: 1 })).toBeVisible()
  await lookAt(suspended, 'suspended', suspended.getByText('Your account is suspended'))
  await suspended.context().close()
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

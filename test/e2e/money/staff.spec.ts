import type { AdminPayout } from '#contract/money/payouts.ts'
import { expectToast, signInTo } from '../accounts.ts'
import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { openAsStaff, toastOf } from '../staff/staff-support.ts'
import { base, lookAt, userIdOf } from '../support.ts'
import { countViews, setUpPayouts, subscribe } from './support.ts'

runOnOwnServer()

test.use({ actionTimeout: 20_000, navigationTimeout: 30_000 })

const rowOf = (page: Page, email: string) => page.getByRole('listitem').filter({ hasText: email })

test('a large payout is on hold with a reason until staff approve it, then it is paid', async ({
  page,
  browser,
}) => {
  const email = 'large@trailcut.example'
  await signInTo(page, email, '/earnings')
  // 20,000 × 0.05 × 70%
  await countViews(await userIdOf(page), [{ views: 20_000 }])
  await setUpPayouts(page)
  await page.getByRole('button', { name: 'Request Payout' }).click()
  await expectToast(page, 'Payout Triggered', 'Your payout has been scheduled for processing.')
  await page.goto(`${base()}/earnings?tab=payouts`)
  await expect(page.getByText('A second person checks payouts of this size.')).toBeVisible()
  await expect(page.getByText('Waiting for our staff')).toBeVisible()

  const staff = await openAsStaff(browser, 'admin')
  await staff.goto(`${base()}/admin?tab=payouts`)
  const row = rowOf(staff, email)
  await expect(row).toContainText('$700.00')
  for (const text of [email, await userIdOf(page)])
    await expect(row.getByText(text, { exact: true })).toBeVisible()
  await expect(row).toContainText('A second person checks payouts of this size.')
  await lookAt(staff, 'admin-payouts', row)
  await row.getByRole('button', { name: 'Hold' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Hold' }).click()
  await expect(staff.getByText('Enter at least three characters.')).toBeVisible()
  await staff.getByLabel('Reason').fill('These views came within one minute.')
  await lookAt(staff, 'admin-payout-hold', staff.getByLabel('Reason'))
  await staff.getByRole('dialog').getByRole('button', { name: 'Hold' }).click()
  await expect(staff.getByRole('dialog')).toBeHidden()
  await expect(toastOf(staff, 'Payout held')).toBeVisible()
  await page.reload()
  await expect(page.getByText('These views came within one minute.')).toBeVisible()

  await row.getByRole('button', { name: 'Approve' }).click()
  await expect(toastOf(staff, 'Payout approved')).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Completed')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await staff.reload()
  await expect(row).toContainText('Completed')

  // As the server would answer; how a payout fails is tested at the server.
  await staff.route(/\/api\/admin\/payouts(\?|$)/, async route => {
    const answer = await route.fetch()
    const payouts: AdminPayout[] = await answer.json()
    const reason = 'Stripe refused the payout.'
    await route.fulfill({
      json: payouts.map(one => ({ ...one, status: 'failed', reason, whoMustAct: 'staff' })),
    })
  })
  await staff.goto(`${base()}/admin?tab=payouts`)
  await expect(row).toContainText(
    'Stripe refused the payout. The money is back in their balance. The next scheduled payout tries again.',
  )
  await lookAt(staff, 'admin-payout-failed', row)
  await row.getByRole('link', { name: 'View rider' }).click()
  await expect(staff.getByRole('dialog').getByText(email)).toBeVisible()
  await staff.context().close()
})

test('staff refund an invoice under the money-back guarantee, and the plan ends', async ({
  page,
  browser,
}) => {
  const email = 'regrets@trailcut.example'
  await signInTo(page, email, '/premium')
  await subscribe(page, 'Premium')
  const staff = await openAsStaff(browser, 'admin')
  await staff.goto(`${base()}/admin?tab=users`)
  await staff.getByRole('searchbox').fill(email)
  await staff.getByRole('listitem').filter({ hasText: email }).getByRole('button').first().click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByLabel('Reason').fill('Did not like it')
  await lookAt(staff, 'admin-refund', dialog.getByLabel('Reason'))
  await dialog.getByRole('button', { name: 'Refund' }).last().click()
  await expect(toastOf(staff, 'Invoice refunded')).toBeVisible()
  await expect(dialog.getByText('$9.99 refunded')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Upgrade to Premium' })).toBeVisible()
  await page.getByRole('button', { name: 'Invoices and receipts' }).click()
  await expect(page.getByText('$9.99 · paid · $9.99 refunded')).toBeVisible()
  await lookAt(page, 'portal-refunded', page.getByText('refunded'))
  await staff.context().close()
})

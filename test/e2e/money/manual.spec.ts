import { expectToast, signInTo } from '../accounts.ts'
import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { closeToast, openAsStaff, toastOf } from '../staff/staff-support.ts'
import { base, lookAt, userIdOf } from '../support.ts'
import { checkBooks, countViews } from './support.ts'

/** Payouts without Stripe: staff send the money themselves and record it. */
test.describe.configure({ mode: 'serial', timeout: 180_000 })
test.use({ actionTimeout: 20_000, navigationTimeout: 30_000 })

const secondAdmin = 'second.admin@trailcut.example'
const reference = 'ACH 2026-0001'
runOnOwnServer({ PAYOUT_METHOD: 'manual', ADMIN_EMAILS: secondAdmin })

const rowOf = (page: Page, email: string) => page.getByRole('listitem').filter({ hasText: email })

async function requestPayout(page: Page, email: string, views: number): Promise<void> {
  await signInTo(page, email, '/earnings')
  await countViews(await userIdOf(page), [{ views }])
  await page.reload()
  await page.getByRole('button', { name: 'Request Payout' }).click()
  await expectToast(page, 'Payout Triggered', 'Your payout has been scheduled for processing.')
  await page.getByRole('tab', { name: 'Payouts' }).click()
}

async function markAsSent(page: Page, email: string, text: string): Promise<void> {
  await rowOf(page, email).getByRole('button', { name: 'Mark as sent' }).click()
  await page.getByLabel('Bank reference').fill(text)
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as sent' }).click()
}

test('staff send a payout and enter the bank reference, and the rider sees it completed', async ({
  page,
  browser,
}) => {
  const email = 'by.bank@trailcut.example'
  await signInTo(page, email, '/earnings?tab=settings')
  await expect(
    page.getByText("Payouts are sent by bank transfer. We'll email you for your account details."),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up payouts' })).toHaveCount(0)
  // 2,000 × 0.05 × 70%; the rider has nothing to set up first.
  await requestPayout(page, email, 2000)
  const payout = page.getByRole('listitem').filter({ hasText: '$70.00' })
  await expect(payout).toContainText('Pending')
  await expect(payout).toContainText('Our staff will send $70.00 by bank transfer.')
  await expect(page.getByText(/minus a/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Request Payout' })).toBeDisabled()

  const staff = await openAsStaff(browser, 'admin')
  await staff.goto(`${base()}/admin?tab=payouts`)
  const row = rowOf(staff, email)
  await expect(row).toContainText('Bank transfer')
  await row.getByRole('button', { name: 'Mark as sent' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Mark this payout as sent?' })
  await dialog.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(dialog.getByText('Enter at least three characters.')).toBeVisible()
  await lookAt(staff, 'admin-payout-sent', dialog)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Pending')
  await markAsSent(staff, email, reference)
  await expect(toastOf(staff, 'Payout completed')).toBeVisible()
  await expect(row).toContainText('Completed')
  await expect(row).toContainText(`Reference ${reference}`)
  await expect(row.getByRole('button')).toHaveCount(0)
  await staff.context().close()

  await page.reload()
  await expect(payout).toContainText('Completed')
  await expect(payout).toContainText('$70.00 was sent to you.')
  await page.getByRole('tab', { name: 'Transactions' }).click()
  await expect(page.getByText('Payout of $70.00 by bank transfer without a fee.')).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('$70.00 is on its way to you')).toBeVisible()
  expect(await checkBooks()).toContain('everything is right')
})

test('a large payout takes two people: its approver cannot send it, and a reference cannot be reused', async ({
  page,
  browser,
}) => {
  const email = 'large.by.bank@trailcut.example'
  // 20,000 × 0.05 × 70%
  await requestPayout(page, email, 20_000)
  await expect(page.getByText('A second person checks payouts of this size.')).toBeVisible()

  const staff = await openAsStaff(browser, 'admin')
  await staff.goto(`${base()}/admin?tab=payouts`)
  const row = rowOf(staff, email)
  await expect(row).toContainText('$700.00')
  await expect(row.getByRole('button', { name: 'Mark as sent' })).toHaveCount(0)
  await row.getByText('Evidence', { exact: true }).click()
  await expect(row.getByText(/Never paid before\. No counts are on hold\./)).toBeVisible()
  await expect(row.getByRole('row').filter({ hasText: 'YouTube' })).toContainText('20,000')
  await lookAt(staff, 'admin-payout-evidence', row.getByRole('table'))
  await staff.setViewportSize({ width: 1440, height: 900 })
  await row.getByRole('button', { name: 'Approve' }).click()
  await expect(toastOf(staff, 'Payout approved')).toBeVisible()
  await closeToast(staff)
  await markAsSent(staff, email, 'ACH 2026-0002')
  await expect(toastOf(staff, "Couldn't change the payout")).toBeVisible()
  await expect(
    toastOf(staff, 'You approved this payout, so another staff member has to mark it as sent.'),
  ).toBeVisible()
  await staff.context().close()

  const other = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signInTo(other, secondAdmin, '/admin?tab=payouts')
  await markAsSent(other, email, reference)
  await expect(toastOf(other, 'Another payout already has this reference.')).toBeVisible()
  const dialog = other.getByRole('dialog', { name: 'Mark this payout as sent?' })
  await dialog.getByLabel('Bank reference').fill('ACH 2026-0002')
  await dialog.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(toastOf(other, 'Payout completed')).toBeVisible()
  await expect(rowOf(other, email)).toContainText('Completed')
  await other.context().close()

  await page.reload()
  await expect(page.getByText('$700.00 was sent to you.')).toBeVisible()
  expect(await checkBooks()).toContain('everything is right')
})

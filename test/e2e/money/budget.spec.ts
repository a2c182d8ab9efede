import { signInTo } from '../accounts.ts'
import { expect, runOnOwnServer, test } from '../fixtures.ts'
import { openAsStaff, toastOf } from '../staff/staff-support.ts'
import { base, lookAt, userIdOf } from '../support.ts'
import { checkBooks, countViews } from './support.ts'

runOnOwnServer()

test('an admin sets a monthly budget, and riders read that new views wait, and how many of theirs', async ({
  page,
  browser,
}) => {
  await signInTo(page, 'budget@trailcut.example', '/earnings')
  const userId = await userIdOf(page)
  // 1,000 × 0.05 × 70%
  await countViews(userId, [{ views: 1000 }])
  const staff = await openAsStaff(browser, 'admin')
  await staff.goto(`${base()}/admin?tab=money`)
  const form = staff.getByRole('region', { name: 'Monthly budget for views' })
  await expect(form).toContainText('$35.00 this month.')
  const field = form.getByLabel("Riders' shares per month")
  await field.fill('forty')
  await expect(form).toContainText('Enter an amount such as 25000, or leave it empty.')
  await field.fill('42')
  await form.getByRole('button', { name: 'Save budget' }).click()
  await expect(toastOf(staff, 'Budget saved')).toBeVisible()

  const text = page.getByText("Most of this month's budget for views is used.")
  await page.reload()
  await expect(text).toBeVisible()
  await lookAt(page, 'earnings-budget-near', text)
  await countViews(userId, [{ views: 1000 }])
  await page.reload()
  await expect(page.getByText(/^New views wait until /)).toBeVisible()
  await expect(page.getByText('Yours that wait: 800 views.')).toBeVisible()
  await lookAt(page, 'earnings-budget-reached', page.getByText('Yours that wait: 800 views.'))
  await staff.reload()
  await expect(form).toContainText('$42.00 this month. Waiting: 800 views, $28.00.')
  await lookAt(staff, 'admin-budget', form)
  expect(await checkBooks()).toContain('No month')
  await staff.context().close()
})

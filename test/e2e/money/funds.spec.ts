import { readFile } from 'node:fs/promises'
import { api } from '#contract/paths.ts'
import { expectToast, signInTo } from '../accounts.ts'
import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { openAsRider, openAsStaff, toastOf } from '../staff/staff-support.ts'
import { base, lookAt, userIdOf } from '../support.ts'
import { countViews, setUpPayouts, subscribe } from './support.ts'

// The Stripe balance and the ledger are shared by all specs of a server.
runOnOwnServer()
test.use({ actionTimeout: 20_000, navigationTimeout: 30_000 })

const setBalance = async (page: Page, cents: number) => {
  const answer = await page.request.post(`${base()}/sandbox/stripe/control`, {
    data: { balance: cents },
    headers: { origin: base() },
  })
  expect(answer.status()).toBe(200)
}

test('an admin adds money at Stripe and sees the payouts leave, without a reload', async ({
  page,
  browser,
}) => {
  const email = 'waits@trailcut.example'
  await signInTo(page, email, '/earnings')
  // 3,000 × 0.05 × 70%
  await countViews(await userIdOf(page), [{ views: 3000 }])
  await setUpPayouts(page)
  await setBalance(page, 0)
  await page.getByRole('button', { name: 'Request Payout' }).click()
  await expectToast(page, 'Payout Triggered', 'Your payout has been scheduled for processing.')

  const admin = await openAsStaff(browser, 'admin')
  await admin.goto(`${base()}/admin?tab=payouts`)
  const row = admin.getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText('$105.00')
  await expect(row).toContainText('$104.49 after a $0.51 fee')
  await expect(admin.getByText(/^Add \$104\.49 by /).first()).toBeVisible()
  await expect(admin.getByText('1 payout: $105.00 minus $0.51 in fees, $104.49 net.')).toBeVisible()
  await lookAt(admin, 'admin-payouts-short', row)
  // The rider doesn't see the shortage.
  await page.goto(`${base()}/earnings?tab=payouts`)
  await expect(page.getByText("It goes out automatically; you don't need to do anything.")).toBeVisible()

  await setBalance(page, 50_000)
  await expect(row).toContainText('Completed')
  await expect(admin.getByText(/^Add \$/)).toHaveCount(0)
  await admin.getByRole('searchbox').fill('nobody of this name')
  await expect(admin.getByText('No payouts yet')).toBeVisible()
  await admin.getByRole('searchbox').fill('waits@')
  await admin.getByLabel('Status').selectOption('completed')
  await expect(row).toContainText('Completed')
  await admin.context().close()
})

test("the Money tab shows balances, a rider's ledger, month close and exports", async ({ page, browser }) => {
  const email = 'holds@trailcut.example'
  await signInTo(page, email, '/earnings')
  const before = 40
  await countViews(await userIdOf(page), [{ views: 1000, daysAgo: before }, { views: 2000 }])
  await subscribe(page, 'Premium')

  const admin = await openAsStaff(browser, 'admin')
  await admin.goto(`${base()}/admin?tab=money`)
  await expect(admin.getByText('Paid in advance')).toBeVisible()
  await expect(admin.getByRole('definition').filter({ hasText: '$9.99' })).toBeVisible()
  await admin.getByRole('searchbox', { name: 'Search names and emails' }).fill(email)
  await expect(admin.getByRole('button', { name: `Ledger of ${email}` })).toBeVisible()
  await admin.getByRole('button', { name: `Ledger of ${email}` }).click()
  await expect(admin.getByRole('heading', { name: `Ledger of ${email}` })).toBeVisible()
  await admin.getByText('1,000 views on YouTube counted.').click()
  await expect(admin.getByText('35.000000')).toBeVisible()
  const ledgerCheck = admin.getByRole('region', { name: 'Ledger check' })
  await ledgerCheck.getByRole('button', { name: 'Check now' }).click()
  await expect(ledgerCheck.getByRole('button')).toBeEnabled()
  await expect(ledgerCheck).toContainText(/No findings. Last checked/)
  await lookAt(admin, 'admin-money', admin.getByRole('heading', { name: 'Month close' }))

  const month = new Date(Date.now() - before * 86_400_000)
  const name = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    month,
  )
  await admin.getByRole('button', { name: `Close ${name}` }).click()
  await expect(admin.getByText('After that, the month')).toBeVisible()
  await admin.getByRole('button', { name: 'Close month' }).click()
  await expect(toastOf(admin, `${name} is closed`)).toBeVisible()
  await expect(admin.getByRole('button', { name: `Close ${name}` })).toHaveCount(0)
  await admin.getByRole('button', { name: 'Propose a correction' }).click()
  await admin.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(admin.getByText('Enter an amount, such as 12.34.')).toBeVisible()
  await admin.getByLabel('Amount in dollars').fill('1.25')
  await admin.getByLabel('Reason').fill('Booked on the wrong account')
  await lookAt(admin, 'admin-correction', admin.getByLabel('Reason'))
  await admin.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(admin.getByText('Waiting for a second admin')).toBeVisible()

  const exports = admin.getByRole('region', { name: 'Exports' })
  await exports.getByLabel('From').fill(month.toISOString().slice(0, 10))
  await exports.getByLabel('To', { exact: true }).fill(new Date().toISOString().slice(0, 10))
  const [download] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('link', { name: 'Trial balance' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toMatch(/\r\n,Total,0\.000000,.*,0\.000000\r\n$/)
  await admin.context().close()
})

test('riders and moderators cannot open these pages', async ({ browser }) => {
  const moderator = await openAsStaff(browser, 'moderator')
  const rider = await openAsRider(browser, 'curious@trailcut.example')
  for (const [page, tell] of [
    [moderator, 'Access Denied'],
    [rider, '404 Page Not Found'],
  ] as const) {
    await page.goto(`${base()}/admin?tab=money`)
    await expect(page.getByText(tell).first()).toBeVisible()
    await expect(page.getByText('Month close')).toHaveCount(0)
    for (const address of [
      api.moneyOverview,
      api.peopleMoney,
      api.ledgerEntries,
      api.payoutsCsv,
      api.accountingMonths,
    ])
      expect((await page.request.get(`${base()}${address}`)).status()).toBe(403)
    const period = 'from=2026-01-01&to=2026-01-31'
    expect((await page.request.get(`${base()}${api.ledgerCsv}?${period}`)).status()).toBe(403)
    await page.context().close()
  }
})

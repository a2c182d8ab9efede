import { readFileSync } from 'node:fs'
import { expectToast, holdSignIn, signInTo } from '../accounts.ts'
import { expect, test } from '../fixtures.ts'
import { picture } from '../screens/looks.ts'
import { base, expectSound, lookAt, userIdOf } from '../support.ts'
import { countViews, figure, makeVideo, openTab, region, requestButton, setUpPayouts } from './support.ts'

test.use({ actionTimeout: 20_000, navigationTimeout: 30_000 })

test('a signed-out visitor sees why and goes to the sign-in page', async ({ page }) => {
  const login = await holdSignIn(page)
  await page.goto(`${base()}/earnings`)
  await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
  expect(new URL(await login()).searchParams.get('returnTo')).toBe('/earnings')
})

test('every section has an empty state before anything is earned', async ({ page }) => {
  await signInTo(page, 'nothing.yet@trailcut.example', '/earnings')
  for (const [name, value] of [
    ['Total Earnings', '$0.00'],
    ['Pending Earnings', '$0.00'],
    ['Total Views', '0'],
    ['Subscription', 'Free'],
  ] as const)
    await expect(figure(page, name)).toHaveText(value)
  await expect(region(page, 'Payout Progress')).toContainText('$0.00 of $50.00')
  await expect(requestButton(page)).toBeDisabled()
  await expect(page.getByText('No data available for this period')).toBeVisible()
  await lookAt(page, 'earnings-empty-overview', page.getByText('No data available for this period'))
  await openTab(page, 'Transactions')
  await expect(page.getByText('No transactions found')).toBeVisible()
  await lookAt(page, 'earnings-empty-transactions', page.getByText('No transactions found'))
  await openTab(page, 'Payouts')
  await expect(page.getByText('No payouts yet')).toBeVisible()
  await lookAt(page, 'earnings-empty-payouts', page.getByText('No payouts yet'))
})

test('a null report says there is no data, and a plain-text failure is shown', async ({ page }) => {
  await page.route('**/api/earnings/report?*', route => route.fulfill({ json: null }))
  await signInTo(page, 'no.report@trailcut.example', '/earnings')
  await expect(page.getByText('No data available for this period')).toBeVisible()
  await page.route('**/api/earnings/report?*', route =>
    route.fulfill({ status: 503, contentType: 'text/plain', body: 'Closed for the night.' }),
  )
  await page.reload()
  await expect(page.getByRole('alert').getByText('Closed for the night.')).toBeVisible()
})

test('a rider earns, reaches the threshold, sets up payouts, requests one and is paid', async ({ page }) => {
  await signInTo(page, 'earner@trailcut.example', '/earnings')
  const id = await userIdOf(page)
  const dunes = await makeVideo(page, 'Dunes at first light')
  const creek = await makeVideo(page, 'Creek crossing, third try')
  // 900 × 0.05 × 1.5 × 70%
  await countViews(id, [{ videoId: dunes, views: 900, viralScore: 0.25, daysAgo: 6 }])
  await page.reload()
  await expect(figure(page, 'Pending Earnings')).toHaveText('$47.25')
  await expect(region(page, 'Payout Progress')).toContainText('$47.25 of $50.00')
  const bar = page.getByRole('progressbar', { name: 'Progress toward your next payout' })
  await expect(bar).toHaveAttribute('aria-valuenow', '94')
  await expect(bar).toHaveAttribute('aria-valuetext', '$47.25 of $50.00')
  await expect(requestButton(page)).toBeDisabled()
  await expect(
    page.getByText("Your balance of $47.25 hasn't reached your threshold of $50.00 yet."),
  ).toBeVisible()

  await countViews(
    id,
    [5, 4, 3, 2, 1, 0].map(daysAgo => ({
      videoId: daysAgo % 2 ? creek : dunes,
      views: daysAgo % 2 ? 400 * (6 - daysAgo) : 900 + 300 * (6 - daysAgo),
      viralScore: daysAgo % 2 ? 0.1 : 0.25,
      daysAgo,
    })),
  )
  await page.reload()
  // dunes 2,700 × 0.05 × 1.5 × 70% = 141.75, creek 2,000 × 0.05 × 1.2 × 70% = 84
  await expect(figure(page, 'Total Earnings')).toHaveText('$225.75')
  await expect(figure(page, 'Total Views')).toHaveText('4,700')
  await expect(page.getByText('Add your bank account first.')).toBeVisible()
  await expect(requestButton(page)).toBeDisabled()

  await expect(region(page, 'Report')).toContainText('$225.75')
  await expect(region(page, 'Revenue breakdown')).toContainText('$225.75')
  await expect(region(page, 'Earnings by video')).toContainText('Dunes at first light')
  await expect(region(page, 'Earnings by video').getByText('$141.75')).toBeVisible()
  const byDay = region(page, 'Earnings by day')
  await expect(byDay.getByRole('img')).toHaveAccessibleName(/^\$225\.75 over 31 bars/)
  await lookAt(page, 'earnings-overview', byDay)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await picture(page, `earnings-overview-whole-${width}`, { whole: true })
  }
  await byDay.getByText('Show as a table').click()
  await expect(byDay.getByRole('row')).toHaveCount(32)
  await expectSound(page, 'the table of days')

  await openTab(page, 'Settings')
  await lookAt(page, 'earnings-settings', page.getByRole('spinbutton', { name: 'Payout Threshold' }))
  await setUpPayouts(page)
  await expect(requestButton(page)).toBeEnabled()
  // 25 cents and 0.25% of it
  await expect(page.getByText('$225.75 minus a $0.81 fee: you get $224.94.')).toBeVisible()
  await requestButton(page).click()
  await expectToast(page, 'Payout Triggered', 'Your payout has been scheduled for processing.')
  await openTab(page, 'Payouts')
  await expect(page.getByRole('listitem').filter({ hasText: '$225.75' }).getByText('Completed')).toBeVisible()
  await expect(page.getByText(/at Stripe, which sends it on to your bank/)).toBeVisible()
  // A completed payout updates the whole page without a reload.
  await expect(figure(page, 'Pending Earnings')).toHaveText('$0.00')
  await expect(figure(page, 'Total Earnings')).toHaveText('$225.75')
  await expect(region(page, 'Payout Progress')).toContainText('$0.00 of $50.00')
  await expect(region(page, 'Payout Progress')).not.toContainText('On its way')
  await lookAt(page, 'earnings-payouts', page.getByText(/at Stripe, which sends it on/))

  await openTab(page, 'Transactions')
  await expect(
    page.getByText('Payout of $225.75 by Stripe, $224.94 after a fee of $0.81.', { exact: true }),
  ).toBeVisible()
  await lookAt(page, 'earnings-transactions', region(page, 'Monthly statements'))
})

test('a month downloads as CSV and as PDF', async ({ page }) => {
  await signInTo(page, 'earner@trailcut.example', '/earnings?tab=transactions')
  const statements = region(page, 'Monthly statements')
  await expect(statements.getByText(/earned$/).first()).toBeVisible()
  const sums = await Promise.all(
    (await statements.getByText(/earned$/).allTextContents()).map(async text =>
      Number(/\$([\d,.]+)/.exec(text)?.[1]?.replace(',', '')),
    ),
  )
  expect(sums.reduce((sum, one) => sum + Math.round(one * 100), 0)).toBe(22_575)
  for (const [kind, start] of [
    ['CSV', /\w/],
    ['PDF', /^%PDF-/],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      statements
        .getByRole('link', { name: new RegExp(`^${kind} of`) })
        .first()
        .click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^trailcut-20\d\d-\d\d\.(csv|pdf)$/)
    expect(readFileSync(await file.path(), 'latin1')).toMatch(start)
  }
})

test('ten transactions are shown at a time, each with its explanation', async ({ page }) => {
  await signInTo(page, 'many.movements@trailcut.example', '/earnings')
  const id = await userIdOf(page)
  await countViews(
    id,
    Array.from({ length: 23 }, (_, n) => ({ views: 100 + n, daysAgo: 0.5 + n / 10 })),
  )
  await page.goto(`${base()}/earnings?tab=transactions`)
  const rows = page.getByRole('tabpanel').getByText(/^\d+ public views of .* your 70% is \$/)
  await expect(rows).toHaveCount(10)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(20)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(23)
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
  await expect(page.getByText('view revenue').first()).toBeVisible()
})

test('the period ends now and starts the chosen number of days ago', async ({ page }) => {
  await signInTo(page, 'earner@trailcut.example', '/earnings')
  const select = page.getByLabel('Period')
  await expect(select).toHaveValue('30')
  expect(await select.locator('option').allTextContents()).toEqual([
    'Last 7 days',
    'Last 30 days',
    'Last 90 days',
    'Last year',
  ])
  for (const days of ['7', '90', '365']) {
    const [asked] = await Promise.all([
      page.waitForRequest(request => request.url().includes('/api/earnings/report')),
      select.selectOption(days),
    ])
    const query = new URL(asked.url()).searchParams
    const [from, to] = [query.get('startDate'), query.get('endDate')].map(date => Date.parse(date ?? ''))
    expect((Number(to) - Number(from)) / 86_400_000).toBe(Number(days))
    await expect(region(page, 'Report')).toContainText('$225.75')
  }
  await expect(region(page, 'Earnings by week').getByRole('img')).toBeVisible()
  await lookAt(page, 'earnings-year', region(page, 'Earnings by week'))
})

import type { Payout } from '#contract/money/payouts.ts'
import { endSessionsAtServer, expectToast, holdSignIn, signInTo } from '../accounts.ts'
import { expect, type Request, test } from '../fixtures.ts'
import { base, lookAt, userIdOf } from '../support.ts'
import {
  countViews,
  figure,
  makeVideo,
  openTab,
  region,
  requestButton,
  setUpPayouts,
  subscribe,
} from './support.ts'

test.use({ actionTimeout: 20_000, navigationTimeout: 30_000 })

test('settings save only a threshold of 25 to 500, on blur, with two decimals', async ({ page }) => {
  await signInTo(page, 'chooser@trailcut.example', '/earnings?tab=settings')
  const sent: unknown[] = []
  page.on('request', (request: Request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON())
  })
  const field = page.getByRole('spinbutton', { name: 'Payout Threshold' })
  await expect(field).toHaveValue('50.00')
  await expect(page.getByText('$25 - $500', { exact: true })).toBeVisible()
  for (const refused of ['24.99', '500.01', '']) {
    await field.fill(refused)
    await field.blur()
  }
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toEqual([])
  await field.fill('75.5')
  await field.blur()
  await expectToast(page, 'Preferences Updated', 'Your payout preferences have been saved.')
  await expect(field).toHaveValue('75.50')
  await expect(region(page, 'Payout Progress')).toContainText('$0.00 of $75.50')
  const frequency = page.getByLabel('Payout Frequency')
  await expect(frequency).toHaveValue('monthly')
  expect(await frequency.locator('option').allTextContents()).toEqual(['Weekly', 'Monthly', 'Quarterly'])
  await frequency.selectOption({ label: 'Weekly' })
  await expect(page.getByText(/Paid weekly once your balance/)).toBeVisible()
  expect(sent).toEqual([{ payoutThreshold: '75.50' }, { payoutFrequency: 'weekly' }])
  await page.reload()
  await expect(field).toHaveValue('75.50')
  await expect(page.getByLabel('Payout Frequency')).toHaveValue('weekly')
  await expect(region(page, 'Revenue share')).toContainText('70%')
  await expect(region(page, 'Revenue share')).toContainText('30%')

  await page.route('**/api/payouts/preferences', route => route.fulfill({ status: 500, body: 'x' }))
  await field.fill('80')
  await field.blur()
  await expectToast(page, 'Error', 'Failed to update preferences. Please try again.')
})

test('a payout request fails with a message, and a lost session leads to the sign-in page', async ({
  page,
}) => {
  await signInTo(page, 'unlucky@trailcut.example', '/earnings')
  await countViews(await userIdOf(page), [{ views: 2000 }])
  await setUpPayouts(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/payouts/trigger', async route => {
    await held.promise
    await route.fulfill({ status: 500, body: 'x' })
  })
  await requestButton(page).click()
  await expect(page.getByRole('button', { name: 'Requesting...' })).toBeDisabled()
  held.resolve()
  await expectToast(page, 'Error', 'Failed to trigger payout. Please try again.')
  await expect(requestButton(page)).toBeEnabled()
  await page.unroute('**/api/payouts/trigger')
  const login = await holdSignIn(page)
  await endSessionsAtServer(page)
  await requestButton(page).click()
  await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
  expect(new URL(await login()).searchParams.get('returnTo')).toMatch(/^\/earnings/)
})

test('losing the session while changing settings leads to the sign-in page', async ({ page }) => {
  await signInTo(page, 'loses.settings@trailcut.example', '/earnings?tab=settings')
  const field = page.getByRole('spinbutton', { name: 'Payout Threshold' })
  await expect(field).toHaveValue('50.00')
  const login = await holdSignIn(page)
  await endSessionsAtServer(page)
  await field.fill('60')
  await field.blur()
  await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
  expect(new URL(await login()).searchParams.get('returnTo')).toMatch(/^\/earnings/)
})

test('views on a paid plan have their own figures, breakdown and transactions', async ({ page }) => {
  await signInTo(page, 'on.a.plan@trailcut.example', '/earnings')
  const id = await userIdOf(page)
  const videoId = await makeVideo(page, 'Night run')
  await countViews(id, [{ videoId, views: 1000, daysAgo: 1 }])
  await subscribe(page, 'Premium')
  // Views are paid by the lower of the plans at the two counts between which they came.
  for (const views of [1000, 1200]) await countViews(id, [{ videoId, views, sampledAt: new Date() }])
  await page.goto(`${base()}/earnings`)
  await expect(figure(page, 'Subscription')).toHaveText('Premium')
  // 1,000 × 0.05 × 70% = 35, and 200 × 0.05 × 1.5 × 70% = 10.50
  await expect(figure(page, 'Total Earnings')).toHaveText('$45.50')
  const total = (name: string) => region(page, 'Report').locator('dl > div', { hasText: name }).locator('dd')
  await expect(total('Premium views')).toHaveText('200')
  await expect(total('Earned')).toHaveText('$45.50')
  await expect(region(page, 'Revenue breakdown')).toContainText(
    /Views on a paid plan.*\$7\.00.*Added by your plan.*\$3\.50/,
  )
  await openTab(page, 'Transactions')
  await expect(page.getByText('premium view revenue')).toBeVisible()
  await expect(
    page.getByText(
      '200 public views of “Night run” on YouTube at $0.05 × 1 for viral potential × 1.5 of the Premium plan came to $15.00, of which your 70% is $10.50.',
    ),
  ).toBeVisible()
})

test('every payout status shows its badge, its reason and who has to act', async ({ page }) => {
  await signInTo(page, 'all.states@trailcut.example', '/earnings')
  const userId = await userIdOf(page)
  const one = (status: Payout['status'], more: Partial<Payout>): Payout => ({
    id: crypto.randomUUID(),
    userId,
    amount: 80,
    fee: 0.45,
    netAmount: 79.55,
    returnedAmount: 0,
    method: 'stripe',
    status,
    createdAt: new Date().toISOString(),
    completedAt: null,
    reason: null,
    reasonCode: null,
    whoMustAct: null,
    nextStep: `This is ${status}.`,
    ...more,
  })
  const states = [
    one('pending', { reason: 'A second person checks payouts of this size.', whoMustAct: 'staff' }),
    one('processing', {}),
    one('unknown', {
      reason: "The payment provider's answer didn't reach us.",
      whoMustAct: 'platform',
    }),
    one('failed', {
      reason: "Stripe can't pay to your account yet: it still needs something from you.",
      whoMustAct: 'creator',
    }),
    one('completed', {}),
  ]
  // As the server would answer; how payouts reach each status is tested at the server.
  await page.route('**/api/payouts/history', route => route.fulfill({ json: states }))
  await page.goto(`${base()}/earnings?tab=payouts`)
  const row = (status: string) => page.getByRole('listitem').filter({ hasText: `This is ${status}.` })
  for (const [status, badge, who] of [
    ['pending', 'Pending', 'Waiting for our staff.'],
    ['processing', 'Processing', ''],
    ['unknown', 'Checking with Stripe', "We're on it."],
    ['failed', 'Failed', 'Action needed.'],
    ['completed', 'Completed', ''],
  ] as const) {
    await expect(row(status).getByText(badge, { exact: true })).toBeVisible()
    await expect(row(status)).toContainText(`${who} $79.55 after a $0.45 fee.`.trim())
  }
  await expect(row('failed')).toContainText('it still needs something from you')
  await lookAt(page, 'earnings-payout-states', row('completed'))
})

test('the projection, upload and settings say 70%, and the older text says 60%', async ({ page }) => {
  await signInTo(page, 'shares@trailcut.example')
  await expect(page.getByText('Your 70% creator share')).toBeVisible()
  await expect(page.getByText('Earn 60% of the revenue from each published video.')).toBeVisible()
  await page.goto(`${base()}/upload`)
  await expect(page.getByText('You keep 70% of what your published videos earn.')).toBeVisible()
  await page.goto(`${base()}/earnings?tab=settings`)
  await expect(region(page, 'Revenue share')).toContainText(/70%.*You.*30%.*Platform/)
})

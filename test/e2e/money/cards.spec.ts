import { endSessionsAtServer, expectToast, holdSignIn, signInTo } from '../accounts.ts'
import { expect, test } from '../fixtures.ts'
import { base, lookAt } from '../support.ts'
import { dialog, fillCard, pay, plan, subscribe, testCards, toastText, yourPlan } from './support.ts'

test.use({ actionTimeout: 20_000, navigationTimeout: 30_000 })

test('a declined card says why, and a good one starts the plan', async ({ page }) => {
  await signInTo(page, 'buyer@trailcut.example', '/premium')
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click()
  for (const [card, reason] of [
    [testCards.declined, 'Your card was declined.'],
    [testCards.poor, 'Your card has insufficient funds.'],
  ] as const) {
    await fillCard(page, card)
    await pay(page).click()
    await expect(toastText(page, 'Payment Failed')).toBeVisible()
    await expect(toastText(page, reason)).toBeVisible()
  }
  await lookAt(page, 'premium-declined', pay(page))
  await page.route('**/api/subscriptions/create', route => route.fulfill({ status: 500, body: 'x' }))
  await pay(page).click()
  await expect(toastText(page, 'Failed to process subscription. Please try again.')).toBeVisible()
  await page.unroute('**/api/subscriptions/create')
  await fillCard(page, testCards.good)
  await pay(page).click()
  await expect(dialog(page)).toBeHidden()
  await expectToast(page, 'Subscription Activated', 'Welcome to premium! Your subscription is now active.')
  await expect(plan(page, 'Premium')).toContainText('Current Plan')
  await expect(yourPlan(page)).toContainText('Premium: every view earns 1.5x.')
  await page.goto(`${base()}/earnings`)
  await expect(page.locator('main dl').first()).toContainText('Premium')
})

test('a card that needs 3D Secure: failed once, then completed', async ({ page }) => {
  await signInTo(page, 'asked@trailcut.example', '/premium')
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await fillCard(page, testCards.asks)
  await pay(page).click()
  const bank = page.getByLabel('3D Secure 2 Test Page')
  await bank.getByRole('button', { name: 'Fail' }).click()
  await expect(toastText(page, 'Payment Failed')).toBeVisible()
  await expect(toastText(page, /* Stripe's own words */ refusedByBank)).toBeVisible()
  await fillCard(page, testCards.asks)
  await pay(page).click()
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expect(dialog(page)).toBeHidden()
  await expectToast(page, 'Subscription Activated', 'Welcome to premium! Your subscription is now active.')
  await expect(plan(page, 'Pro')).toContainText('Current Plan')
})
const refusedByBank =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

test('a plan is canceled at the end of the period, resumed, and changed after a preview of the charge', async ({
  page,
}) => {
  await signInTo(page, 'changes@trailcut.example', '/premium')
  await subscribe(page, 'Premium')
  await yourPlan(page).getByRole('button', { name: 'Cancel subscription' }).click()
  await lookAt(page, 'premium-cancel', dialog(page).getByRole('button', { name: 'Keep it' }))
  await dialog(page).getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(toastText(page, 'Subscription canceled')).toBeVisible()
  await expect(yourPlan(page)).toContainText(/Premium ends on .* Until then, nothing changes\./)
  await lookAt(page, 'premium-ending', yourPlan(page))
  await page.reload()
  await yourPlan(page).getByRole('button', { name: 'Resume subscription' }).click()
  await expectToast(page, 'Subscription resumed', 'Your plan continues as before.')
  await expect(yourPlan(page)).toContainText('It renews on')

  await page.getByRole('button', { name: 'Change to Pro' }).click()
  // The full month at the higher price, less the full month just paid.
  await expect(dialog(page).getByText('Due today')).toBeVisible()
  await expect(dialog(page)).toContainText('$15.00')
  await expect(dialog(page)).toContainText('Then $24.99 per month')
  await lookAt(page, 'premium-change', dialog(page).getByText('Due today'))
  await dialog(page).getByRole('button', { name: 'Change to Pro' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(toastText(page, 'Plan changed')).toBeVisible()
  await expect(plan(page, 'Pro')).toContainText('Current Plan')
  await lookAt(page, 'premium-subscribed', yourPlan(page))
})

test('losing the session before the payment leads to the sign-in page', async ({ page }) => {
  await signInTo(page, 'loses@trailcut.example', '/premium')
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click()
  await fillCard(page, testCards.good)
  const login = await holdSignIn(page)
  await endSessionsAtServer(page)
  await pay(page).click()
  await expect(toastText(page, 'Unauthorized')).toBeVisible()
  await expect(toastText(page, 'You are logged out. Logging in again...')).toBeVisible()
  expect(new URL(await login()).searchParams.get('returnTo')).toBe('/premium')
})

test('losing the session before canceling leads to the sign-in page', async ({ page }) => {
  await signInTo(page, 'loses.plan@trailcut.example', '/premium')
  await subscribe(page, 'Premium')
  await yourPlan(page).getByRole('button', { name: 'Cancel subscription' }).click()
  const login = await holdSignIn(page)
  await endSessionsAtServer(page)
  await dialog(page).getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(toastText(page, 'Unauthorized')).toBeVisible()
  await expect(toastText(page, 'You are logged out. Logging in again...')).toBeVisible()
  expect(new URL(await login()).searchParams.get('returnTo')).toBe('/premium')
})

test('a failed renewal shows a notice and a grace period, then is paid with another card', async ({
  page,
}) => {
  await signInTo(page, 'renewal@trailcut.example', '/premium')
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click()
  await fillCard(page, testCards.asksEveryTime)
  await pay(page).click()
  await page.getByLabel('3D Secure 2 Test Page').getByRole('button', { name: 'Complete' }).click()
  await expect(dialog(page)).toBeHidden()
  const passed = await page.request.post(`${base()}/sandbox/stripe/control`, { data: { advanceDays: 32 } })
  expect(passed.status()).toBe(200)
  const alert = page.getByText("Your last payment didn't go through")
  await expect(async () => {
    await page.reload()
    await expect(alert).toBeVisible({ timeout: 3000 })
  }).toPass()
  await lookAt(page, 'premium-past-due', alert)
  await page.getByRole('button', { name: 'Pay now' }).click()
  await fillCard(page, testCards.good)
  await dialog(page).getByRole('button', { name: 'Pay Now' }).click()
  await expect(dialog(page)).toBeHidden()
  await expectToast(page, 'Invoice paid', 'Thank you. Your plan continues.')
  await expect(alert).toBeHidden()
})

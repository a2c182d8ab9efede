import type { PlansAnswer } from '#contract/money/subscriptions.ts'
import { signInTo } from '../accounts.ts'
import { expect, runOnOwnServer, test } from '../fixtures.ts'
import { picture } from '../screens/looks.ts'
import { base, lookAt, signInStaff } from '../support.ts'
import { dialog, fillCard, pay, plan, testCards, toastText } from './support.ts'

runOnOwnServer()

test.use({ actionTimeout: 20_000, navigationTimeout: 30_000 })

test("a signed-out visitor sees 'Sign In Required' and a link to the sign-in page", async ({ page }) => {
  await page.goto(`${base()}/premium`)
  const heading = page.getByRole('heading', { name: 'Sign In Required' })
  await expect(heading).toBeVisible()
  await lookAt(page, 'premium-signed-out', heading)
  await page.getByRole('link', { name: 'Sign In', exact: true }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  expect(page.url()).not.toContain('/premium?')
})

test('the page shows three plans, their prices and the FAQ', async ({ page }) => {
  await signInTo(page, 'looks.around@trailcut.example', '/premium')
  await expect(plan(page, 'Free')).toContainText('$0forever')
  await expect(plan(page, 'Free')).toContainText('Current Plan')
  await expect(plan(page, 'Premium')).toContainText('$9.99per month')
  await expect(plan(page, 'Premium')).toContainText('Most Popular')
  await expect(plan(page, 'Premium')).toContainText('1.5x')
  await expect(plan(page, 'Pro')).toContainText('$24.99per month')
  await expect(plan(page, 'Pro')).toContainText('2x')
  await page.getByText('Can I cancel anytime?').click()
  await expect(page.getByText(/you can cancel your subscription at any time/)).toBeVisible()
  await page.getByText('Is there a money-back guarantee?').click()
  await expect(page.getByText(/30-day money-back guarantee/)).toBeVisible()
  await lookAt(page, 'premium', plan(page, 'Pro'))
  await picture(page, 'premium-whole', { whole: true })
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(pay(page)).toBeEnabled()
  await lookAt(page, 'premium-payment', pay(page))
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()
  // Opening and closing the dialog creates no invoice.
  await expect(page.getByText('Once you have a plan, you can change your card')).toBeVisible()
})

test('every plan lists its features, and a paid one is bought by its price ID', async ({ page }) => {
  await signInTo(page, 'compares@trailcut.example', '/premium')
  await expect(plan(page, 'Pro')).toBeVisible()
  const { plans } = (await (
    await page.request.get(`${base()}/api/subscriptions/plans`)
  ).json()) as PlansAnswer
  expect(plans.map(({ tier, price, multiplier }) => [tier, price, multiplier])).toEqual([
    ['free', 0, 1],
    ['premium', 9.99, 1.5],
    ['pro', 24.99, 2],
  ])
  for (const { name, features, priceId, price } of plans) {
    expect(features.length).toBeGreaterThan(1)
    await expect(plan(page, name).getByRole('listitem')).toHaveText(features)
    if (price === 0) {
      expect(priceId).toBeNull()
      continue
    }
    expect(priceId).toMatch(/^price_/)
    await page.getByRole('button', { name: `Upgrade to ${name}` }).click()
    await fillCard(page, testCards.declined)
    const asked = page.waitForRequest('**/api/subscriptions/create')
    await pay(page).click()
    expect((await asked).postDataJSON()).toEqual({ priceId })
    await expect(toastText(page, 'Payment Failed')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toBeHidden()
  }
})

test('riders, moderators and admins can all open earnings and plans', async ({ browser }) => {
  for (const role of ['user', 'moderator', 'admin'] as const) {
    const page = await (await browser.newContext()).newPage()
    if (role === 'user') await signInTo(page, 'open.pages@trailcut.example')
    else await signInStaff(page, role)
    const main = page.getByRole('navigation', { name: 'Main' })
    for (const name of ['Earnings', 'Premium']) {
      await main.getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    }
    await page.context().close()
  }
})

test('the payment button appears once the card form has loaded', async ({ page }) => {
  await signInTo(page, 'waits@trailcut.example', '/premium')
  const held = Promise.withResolvers<void>()
  await page.route('**/sandbox/stripe/v3', async route => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click()
  await expect(dialog(page).getByText('Loading the payment form')).toBeAttached()
  await expect(pay(page)).toHaveCount(0)
  held.resolve()
  await expect(pay(page)).toBeEnabled()
})

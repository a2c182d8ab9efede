import { signInTo } from '../accounts.ts'
import { expect, test } from '../fixtures.ts'
import { base, lookAt } from '../support.ts'
import { plan, subscribe, testCards, yourPlan } from './support.ts'

test.use({ actionTimeout: 20_000, navigationTimeout: 30_000 })

test('a plan with a disputed or refunded payment says that it is paused, and why', async ({ page }) => {
  await signInTo(page, 'disputed@trailcut.example', '/premium')
  await subscribe(page, 'Premium', testCards.disputed)
  // The bank disputes the payment right after it, which a reload shows.
  const paused = yourPlan(page).getByRole('status').filter({ hasText: 'Your Premium plan is paused' })
  await expect(async () => {
    await page.goto(`${base()}/premium`)
    await expect(paused).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expect(paused).toContainText("Your card's bank is disputing your payment for this plan.")
  // No other plan is marked as the current one.
  await expect(plan(page, 'Premium').getByText('Paused', { exact: true })).toBeVisible()
  await expect(plan(page, 'Free')).not.toContainText('Current Plan')
  await expect(yourPlan(page)).not.toContainText('every view earns')
  await lookAt(page, 'premium-paused', paused)

  // A refund, which only staff can give, shows in the same place.
  await page.route('**/api/subscriptions/status', async route => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), pausedFor: 'refund' } })
  })
  await page.goto(`${base()}/premium`)
  await expect(paused).toContainText('Your payment for this plan was refunded')
  await lookAt(page, 'premium-paused-refund', paused)
})

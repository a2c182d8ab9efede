import { signInTo } from '../accounts.ts'
import { expect, runOnOwnServer, test } from '../fixtures.ts'
import { lookAt } from '../support.ts'
import { checkBooks, dialog, fillCard, pay, plan, testCards, yourPlan } from './support.ts'

test.use({ actionTimeout: 20_000, navigationTimeout: 30_000 })
runOnOwnServer({ STRIPE_AUTOMATIC_TAX: 'true' })

test('tax is shown before payment: address, total, invoice and plan change', async ({ page }) => {
  await signInTo(page, 'taxed@trailcut.example', '/premium')
  await expect(plan(page, 'Premium')).toContainText('$9.99per month plus tax')
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click()
  await fillCard(page, testCards.good)
  await expect(pay(page)).toBeDisabled()
  await expect(dialog(page)).toContainText('Tax depends on where you live')
  // Five digits that aren't a ZIP code: Stripe refuses them.
  const zip = dialog(page).getByLabel('ZIP code')
  await zip.fill('00012')
  await expect(dialog(page)).toContainText("We can't work out tax for this address")
  await zip.fill('98101')
  await expect(dialog(page).locator('dl')).toContainText('Tax$1.03Due today$11.02')
  await expect(pay(page)).toBeEnabled()
  await lookAt(page, 'premium-tax-payment', pay(page))
  // Another country has another tax, and may not need a ZIP code.
  await dialog(page).getByLabel('Country').selectOption({ label: 'Germany' })
  await dialog(page).getByLabel('Postal code').fill('')
  await expect(dialog(page).locator('dl')).toContainText('Tax$1.90Due today$11.89')
  await pay(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(yourPlan(page)).toContainText('Premium: every view earns 1.5x.')
  await page.getByRole('button', { name: 'Invoices and receipts' }).click()
  await expect(page.getByText('$11.89 · paid')).toBeVisible()
  await page.getByRole('link', { name: 'Return to the site' }).click()

  await page.getByRole('button', { name: 'Change to Pro' }).click()
  await expect(dialog(page).locator('dl')).toContainText('Tax$2.85')
  await expect(dialog(page)).toContainText('Then $24.99 per month plus tax where it applies')
  await lookAt(page, 'premium-tax-change', dialog(page).locator('dl'))
  await dialog(page).getByRole('button', { name: 'Change to Pro' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(yourPlan(page)).toContainText('Pro: every view earns 2x.')
  await lookAt(page, 'premium-tax', plan(page, 'Card and invoices'))
  expect(await checkBooks()).toContain('everything is right')
})

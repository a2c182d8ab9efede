import { expectToast, signInTo } from '../accounts.ts'
import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { base, lookAt } from '../support.ts'
import { checkBooks, dialog, fillCard, pay, plan, testCards, toastText, yourPlan } from './support.ts'

test.use({ actionTimeout: 20_000, navigationTimeout: 30_000 })
// Other specs let time pass at the shared Stripe, and a change waits for a day only.
runOnOwnServer({})

const bank = (page: Page) => page.getByLabel('3D Secure 2 Test Page')
const change = (page: Page) => dialog(page).getByRole('button', { name: 'Change to Pro' })

/** A rider on Premium, whose bank asks at every payment. */
async function askedRider(page: Page, email: string): Promise<void> {
  await signInTo(page, email, '/premium')
  await expect(plan(page, 'Card and invoices')).toContainText('Once you have a plan')
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click()
  await fillCard(page, testCards.asksEveryTime)
  await pay(page).click()
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(yourPlan(page)).toContainText('Premium: every view earns 1.5x.')
}

test('a card that needs 3D Secure changes the plan: refused, left waiting, kept, then confirmed', async ({
  page,
}) => {
  await askedRider(page, 'confirms@trailcut.example')
  await page.getByRole('button', { name: 'Change to Pro' }).click()
  await change(page).click()
  await bank(page).getByRole('button', { name: 'Fail' }).click()
  await expect(toastText(page, 'Payment Failed')).toBeVisible()
  await expect(dialog(page)).toContainText('We are unable to authenticate your payment method.')
  await lookAt(page, 'change-refused', change(page))
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(yourPlan(page)).not.toContainText('Confirm your change')

  // The page is left while the bank asks: the change waits, and the plan stays.
  await page.getByRole('button', { name: 'Change to Pro' }).click()
  await change(page).click()
  await expect(bank(page)).toBeVisible()
  await page.reload()
  await expect(yourPlan(page)).toContainText('Confirm your change to Pro')
  await expect(yourPlan(page)).toContainText('Premium: every view earns 1.5x.')
  await lookAt(page, 'change-waits', yourPlan(page))
  await yourPlan(page).getByRole('button', { name: 'Keep Premium' }).click()
  await expectToast(page, 'Plan not changed', "You're still on the Premium plan, and nothing was charged.")
  await expect(yourPlan(page)).not.toContainText('Confirm your change')

  await page.getByRole('button', { name: 'Change to Pro' }).click()
  await change(page).click()
  await expect(bank(page)).toBeVisible()
  await page.reload()
  await yourPlan(page).getByRole('button', { name: 'Confirm payment' }).click()
  await expect(dialog(page)).toContainText('$15.00')
  await change(page).click()
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await expect(dialog(page)).toBeHidden()
  await expectToast(page, 'Plan changed', "You're now on the Pro plan.")
  await expect(yourPlan(page)).toContainText('Pro: every view earns 2x.')
  await expect(plan(page, 'Pro')).toContainText('Current Plan')
  expect(await checkBooks()).toContain('everything is right')
})

test("a rider changes the card on the provider's pages, and the next renewal is paid with it", async ({
  page,
}) => {
  await askedRider(page, 'new.card@trailcut.example')
  await lookAt(page, 'premium-billing', plan(page, 'Card and invoices'))
  await page.getByRole('button', { name: 'Change card' }).click()
  await expect(page.getByText('visa •••• 3184, pays your plan')).toBeVisible()
  await lookAt(page, 'portal-card', page.getByRole('heading', { name: 'Add payment method' }))
  const link = page.url()
  const save = async (number: string) => {
    await page.getByLabel('Card number').fill(number)
    await page.getByLabel('Expiration date').fill('12 / 34')
    await page.getByLabel('Security code').fill('123')
    await page.getByRole('button', { name: 'Save card' }).click()
  }
  await save(testCards.declined)
  await expect(page.getByRole('alert')).toContainText('Your card was declined.')
  await save(testCards.asks)
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.waitForURL(`${base()}/premium`)
  await expect(yourPlan(page)).toContainText('Premium: every view earns 1.5x.')

  await page.getByRole('button', { name: 'Invoices and receipts' }).click()
  expect(page.url()).not.toBe(link)
  await expect(page.getByText('visa •••• 3155, pays your plan')).toBeVisible()
  await expect(page.getByText('$9.99 · paid')).toHaveCount(1)
  await lookAt(page, 'portal-invoices', page.getByRole('heading', { name: 'Invoice history' }))
  // The old card's bank would have asked; nobody is there at a renewal.
  const passed = await page.request.post(`${base()}/sandbox/stripe/control`, { data: { advanceDays: 32 } })
  expect(passed.status()).toBe(200)
  await page.goto(`${base()}/premium`)
  await page.getByRole('button', { name: 'Invoices and receipts' }).click()
  await expect(page.getByText('$9.99 · paid')).toHaveCount(2)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
})
